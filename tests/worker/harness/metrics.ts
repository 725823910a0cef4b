import { env } from 'cloudflare:workers'
import { expect } from 'vitest'
import type { BucketType, Metric, MetricName } from '~/contract/metrics.ts'
import type { Paged } from '~/contract/shared.ts'
import type { Caller } from './callers.ts'

/** What an admin sees of the metrics. */
export async function metricsOf(admin: Caller, query = ''): Promise<Metric[]> {
  const response = await admin(`/v1/metrics?page_size=1000&${query}`)
  expect(response.status).toBe(200)
  return (await response.json<Paged<Metric>>()).data
}

/** A metric's values by bucket: `{ '2026-11-21': 3, '2026-11': 7, '2026': 7 }`. */
export const valuesOf = async (admin: Caller, metric: MetricName): Promise<Record<string, number>> =>
  Object.fromEntries(
    (await metricsOf(admin, `metric_name=${metric}`)).map(({ time_bucket_id, value }) => [time_bucket_id, value]),
  )

/** A metric's value of the present year. */
export const valueOf = async (admin: Caller, metric: MetricName): Promise<number> =>
  (await metricsOf(admin, `metric_name=${metric}&time_bucket_type=year`))[0]?.value ?? 0

export const putQuota = (admin: Caller, metric_name: MetricName, quota: number | null, type: BucketType = 'month') =>
  admin('/v1/quotas', { method: 'PUT', json: { metric_name, time_bucket_type: type, quota } })

/** Sets a quota, which has to be taken. */
export async function setQuota(admin: Caller, metric: MetricName, quota: number | null, type?: BucketType) {
  expect((await putQuota(admin, metric, quota, type)).status).toBe(204)
}

export const setTimeZone = (organizationId: number, timeZone: string) =>
  env.DB.prepare('UPDATE organizations SET time_zone = ? WHERE id = ?').bind(timeZone, organizationId).run()
