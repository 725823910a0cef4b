import { createServerFn } from '@tanstack/react-start'
import * as apiKeys from '~/contract/api-keys.ts'
import type { InputOf } from '~/contract/endpoint.ts'
import { addServiceAccount as addServiceAccountEndpoint } from '~/contract/users.ts'
import { withApi } from '~/web/api/api.ts'
import { passed } from '~/web/api/passed.ts'

export const listAllApiKeys = createServerFn()
  .middleware([withApi])
  .validator(passed<InputOf<typeof apiKeys.listAllApiKeys>['query']>())
  .handler(({ data, context }) => context.api(apiKeys.listAllApiKeys, { query: data }))

export const getApiKeyPolicy = createServerFn()
  .middleware([withApi])
  .handler(({ context }) => context.api(apiKeys.getApiKeyPolicy))

export const setApiKeyPolicy = createServerFn({ method: 'POST' })
  .middleware([withApi])
  .validator(passed<InputOf<typeof apiKeys.setApiKeyPolicy>['body']>())
  .handler(async ({ data, context }) => void (await context.api(apiKeys.setApiKeyPolicy, { body: data })))

/** Makes a user for programs. The caller sends the idempotency header. */
export const addServiceAccount = createServerFn({ method: 'POST' })
  .middleware([withApi])
  .validator(passed<{ name: string }>())
  .handler(({ data, context }) => context.api(addServiceAccountEndpoint, { body: data }))

/** Makes a key of a service account. Its secret is in this answer alone. */
export const createServiceAccountKey = createServerFn({ method: 'POST' })
  .middleware([withApi])
  .validator(passed<InputOf<typeof apiKeys.createServiceAccountKey>>())
  .handler(({ data, context }) => context.api(apiKeys.createServiceAccountKey, data))
