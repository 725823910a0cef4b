import { eq } from 'drizzle-orm'
import type { Quota } from '~/contract/metrics.ts'
import type { Call } from '~/provider/api/serve.ts'
import { quotas } from '~/provider/db/index.ts'

/** The organisation's quotas. */
export async function listQuotas({ db, member }: Call): Promise<{ data: Quota[] }> {
  const data = await db
    .select({ metric_name: quotas.metric, time_bucket_type: quotas.bucket_type, quota: quotas.quota })
    .from(quotas)
    .where(eq(quotas.organization_id, member.organizationId))
  return { data }
}
