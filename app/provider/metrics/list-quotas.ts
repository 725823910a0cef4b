import { eq } from 'drizzle-orm'
import type { Quota } from '~/contract/metrics.ts'
import type { Call } from '~/provider/api/serve.ts'
import { quotas } from '~/provider/db/index.ts'
import { today } from './today.ts'

/** The organisation's quotas, and the time zone in which their days, months and years begin. */
export async function listQuotas({ db, member }: Call): Promise<{ data: Quota[]; time_zone: string }> {
  const data = await db
    .select({ metric_name: quotas.metric, time_bucket_type: quotas.bucket_type, quota: quotas.quota })
    .from(quotas)
    .where(eq(quotas.organization_id, member.organizationId))
  const { timeZone } = await today(db, member.organizationId)
  return { data, time_zone: timeZone }
}
