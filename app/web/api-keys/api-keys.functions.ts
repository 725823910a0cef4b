import { createServerFn } from '@tanstack/react-start'
import * as apiKeys from '~/contract/api-keys.ts'
import type { InputOf } from '~/contract/endpoint.ts'
import { withApi } from '~/web/api/api.ts'
import { passed } from '~/web/api/passed.ts'

export const listApiKeys = createServerFn()
  .middleware([withApi])
  .handler(({ context }) => context.api(apiKeys.listApiKeys))

/** Makes a key of the caller's. Its secret is in this answer alone. */
export const createApiKey = createServerFn({ method: 'POST' })
  .middleware([withApi])
  .validator(passed<InputOf<typeof apiKeys.createApiKey>['body']>())
  .handler(({ data, context }) => context.api(apiKeys.createApiKey, { body: data }))

export const revokeApiKey = createServerFn({ method: 'POST' })
  .middleware([withApi])
  .validator(passed<{ id: number }>())
  .handler(async ({ data, context }) => void (await context.api(apiKeys.revokeApiKey, { params: data })))
