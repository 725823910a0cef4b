import { createServerFn } from '@tanstack/react-start'
import type { InputOf } from '~/contract/endpoint.ts'
import * as keywords from '~/contract/keywords.ts'
import { withApi } from '~/web/api/api.ts'
import { passed } from '~/web/api/passed.ts'

export const listKeywords = createServerFn()
  .middleware([withApi])
  .validator(passed<InputOf<typeof keywords.listKeywords>['query']>())
  .handler(({ data, context }) => context.api(keywords.listKeywords, { query: data }))

/** Blocks a keyword. The caller sends the idempotency header. */
export const addKeyword = createServerFn({ method: 'POST' })
  .middleware([withApi])
  .validator(passed<{ keyword: string }>())
  .handler(({ data, context }) => context.api(keywords.addKeyword, { body: data }))

export const deleteKeyword = createServerFn({ method: 'POST' })
  .middleware([withApi])
  .validator(passed<{ id: number }>())
  .handler(async ({ data, context }) => void (await context.api(keywords.deleteKeyword, { params: data })))
