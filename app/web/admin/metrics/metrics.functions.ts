import { createServerFn } from '@tanstack/react-start'
import type { InputOf } from '~/contract/endpoint.ts'
import * as metrics from '~/contract/metrics.ts'
import { withApi } from '~/web/api/api.ts'
import { passed } from '~/web/api/passed.ts'

export const listMetrics = createServerFn()
  .middleware([withApi])
  .validator(passed<InputOf<typeof metrics.listMetrics>['query']>())
  .handler(({ data, context }) => context.api(metrics.listMetrics, { query: data }))

/** The organisation's quotas. */
export const listQuotas = createServerFn()
  .middleware([withApi])
  .handler(({ context }) => context.api(metrics.listQuotas))

/** Sets a quota, or takes it away where it is null. */
export const setQuota = createServerFn({ method: 'POST' })
  .middleware([withApi])
  .validator(passed<InputOf<typeof metrics.setQuota>['body']>())
  .handler(async ({ data, context }) => void (await context.api(metrics.setQuota, { body: data })))
