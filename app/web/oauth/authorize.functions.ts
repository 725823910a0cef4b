import { createServerFn } from '@tanstack/react-start'
import type { InputOf } from '~/contract/endpoint.ts'
import * as oauth from '~/contract/oauth.ts'
import { withApi } from '~/web/api/api.ts'
import { passed } from '~/web/api/passed.ts'

export const getAuthorizationRequest = createServerFn()
  .middleware([withApi])
  .validator(passed<InputOf<typeof oauth.getAuthorizationRequest>['query']>())
  .handler(({ data, context }) => context.api(oauth.getAuthorizationRequest, { query: data }))

/** Says where to lead the member. */
export const answerAuthorizationRequest = createServerFn({ method: 'POST' })
  .middleware([withApi])
  .validator(passed<InputOf<typeof oauth.answerAuthorizationRequest>['body']>())
  .handler(({ data, context }) => context.api(oauth.answerAuthorizationRequest, { body: data }))
