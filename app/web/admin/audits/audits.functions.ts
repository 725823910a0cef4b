import { createServerFn } from '@tanstack/react-start'
import * as audits from '~/contract/audits.ts'
import type { InputOf } from '~/contract/endpoint.ts'
import { withApi } from '~/web/api/api.ts'
import { passed } from '~/web/api/passed.ts'

export const listAudits = createServerFn()
  .middleware([withApi])
  .validator(passed<InputOf<typeof audits.listAudits>['query']>())
  .handler(({ data, context }) => context.api(audits.listAudits, { query: data }))

export const getAudit = createServerFn()
  .middleware([withApi])
  .validator(passed<{ id: number }>())
  .handler(({ data, context }) => context.api(audits.getAudit, { params: data }))

/** How many answers of each agent are thought good, and bad. */
export const countFeedback = createServerFn()
  .middleware([withApi])
  .validator(passed<InputOf<typeof audits.countFeedback>['query']>())
  .handler(({ data, context }) => context.api(audits.countFeedback, { query: data }))

export const listActions = createServerFn()
  .middleware([withApi])
  .validator(passed<InputOf<typeof audits.listActions>['query']>())
  .handler(({ data, context }) => context.api(audits.listActions, { query: data }))

/** An address that downloads the chat requests as CSV, once. */
export const exportAudits = createServerFn({ method: 'POST' })
  .middleware([withApi])
  .validator(passed<InputOf<typeof audits.exportAudits>['query']>())
  .handler(({ data, context }) => context.api(audits.exportAudits, { query: data }))

/** The same of what admins did. */
export const exportActions = createServerFn({ method: 'POST' })
  .middleware([withApi])
  .validator(passed<InputOf<typeof audits.exportActions>['query']>())
  .handler(({ data, context }) => context.api(audits.exportActions, { query: data }))

/** Verifies the audits: an event stream of how far it is and what it finds. */
export const verifyAudits = createServerFn({ method: 'POST' })
  .middleware([withApi])
  .validator(passed<{ organizationId: number }>())
  .handler(async ({ data, context }) => {
    const { body } = await context.api(audits.verifyAudits, { params: { organization_id: data.organizationId } })
    return new Response(body, {
      headers: { 'content-type': 'text/event-stream; charset=utf-8', 'cache-control': 'no-store, no-transform' },
    })
  })
