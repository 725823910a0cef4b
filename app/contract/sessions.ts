import { endpoint } from './endpoint.ts'

export const signOut = endpoint({
  method: 'delete',
  path: '/web/v1/session',
  access: 'account',
  summary: "Signs the caller out: no token of the same sign-in is taken any more. The person's other sign-ins go on.",
  output: 'nothing',
})
