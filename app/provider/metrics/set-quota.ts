import { and, eq, sql } from 'drizzle-orm'
import type { ParsedOf } from '~/contract/endpoint.ts'
import type { setQuota as endpoint } from '~/contract/metrics.ts'
import type { Call } from '~/provider/api/serve.ts'
import { changeRecorded } from '~/provider/audits/owed-actions.ts'
import { quotas } from '~/provider/db/index.ts'

/** Sets a quota of the member's organisation, or takes it away; it holds from the next call on. */
export async function setQuota(
  { metric_name: metric, time_bucket_type: bucket_type, quota }: ParsedOf<typeof endpoint>['body'],
  call: Call,
): Promise<void> {
  const { db, member } = call
  const organization_id = member.organizationId
  const own = and(
    eq(quotas.organization_id, organization_id),
    eq(quotas.metric, metric),
    eq(quotas.bucket_type, bucket_type),
  )
  const change =
    quota === null
      ? db.delete(quotas).where(own)
      : db
          .insert(quotas)
          .values({ organization_id, metric, bucket_type, quota })
          .onConflictDoUpdate({ target: [quotas.organization_id, quotas.metric, quotas.bucket_type], set: { quota } })
  const details = { bucket: bucket_type, quota }
  await changeRecorded(call, [change], { action: 'quota_changed', target: metric, details, when: sql`true` })
}
