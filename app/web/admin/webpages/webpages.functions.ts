import { createServerFn } from '@tanstack/react-start'
import type { InputOf } from '~/contract/endpoint.ts'
import * as webpages from '~/contract/webpages.ts'
import { withApi } from '~/web/api/api.ts'
import { passed } from '~/web/api/passed.ts'

export const listWebpages = createServerFn()
  .middleware([withApi])
  .validator(passed<InputOf<typeof webpages.listWebpages>['query']>())
  .handler(({ data, context }) => context.api(webpages.listWebpages, { query: data }))

export const listSites = createServerFn()
  .middleware([withApi])
  .handler(({ context }) => context.api(webpages.listSites))

/** Adds a site to be crawled. The caller sends the idempotency header. */
export const addSite = createServerFn({ method: 'POST' })
  .middleware([withApi])
  .validator(passed<{ url: string; max_pages: number }>())
  .handler(({ data, context }) => context.api(webpages.addSite, { body: data }))

export const crawlSite = createServerFn({ method: 'POST' })
  .middleware([withApi])
  .validator(passed<{ id: number }>())
  .handler(({ data, context }) => context.api(webpages.crawlSite, { params: data }))

export const deleteSite = createServerFn({ method: 'POST' })
  .middleware([withApi])
  .validator(passed<{ id: number }>())
  .handler(async ({ data, context }) => void (await context.api(webpages.deleteSite, { params: data })))
