import { createServerFn } from '@tanstack/react-start'
import type { InputOf } from '~/contract/endpoint.ts'
import * as retention from '~/contract/retention.ts'
import { withApi } from '~/web/api/api.ts'
import { passed } from '~/web/api/passed.ts'

export const getRetention = createServerFn()
  .middleware([withApi])
  .handler(({ context }) => context.api(retention.getRetention))

export const setRetention = createServerFn({ method: 'POST' })
  .middleware([withApi])
  .validator(passed<retention.RetentionPeriods>())
  .handler(({ data, context }) => context.api(retention.setRetention, { body: data }))

/** A part of what a period would erase today. */
export const previewRetention = createServerFn()
  .middleware([withApi])
  .validator(passed<InputOf<typeof retention.previewRetention>['query']>())
  .handler(({ data, context }) => context.api(retention.previewRetention, { query: data }))

export const listHolds = createServerFn()
  .middleware([withApi])
  .validator(passed<InputOf<typeof retention.listHolds>['query']>())
  .handler(({ data, context }) => context.api(retention.listHolds, { query: data }))

/** Puts a user on hold, or gives another reason. */
export const holdUser = createServerFn({ method: 'POST' })
  .middleware([withApi])
  .validator(passed<{ id: number; reason: string }>())
  .handler(({ data: { id, reason }, context }) => context.api(retention.holdUser, { params: { id }, body: { reason } }))

export const releaseUser = createServerFn({ method: 'POST' })
  .middleware([withApi])
  .validator(passed<{ id: number }>())
  .handler(async ({ data, context }) => void (await context.api(retention.releaseUser, { params: data })))
