import * as contract from '~/contract/oauth.ts'
import { type Api, type OpenCall, serve, serveOpen } from '~/provider/api/serve.ts'
import { authorizationServer, protectedResource } from './addresses.ts'
import { answerRequest, describeRequest } from './answer.ts'
import { answering } from './refusal.ts'
import { registerProgram } from './register.ts'
import { requestAuthorization } from './request.ts'
import { revokeToken } from './revoke.ts'
import { issueToken } from './token.ts'

const originOf = ({ request }: OpenCall) => new URL(request.url).origin

/** Serves OAuth, by which programs get a member's leave to use `/mcp`. */
export function serveOAuth(api: Api) {
  serveOpen(api, contract.getProtectedResource, async (_input, call) => protectedResource(originOf(call)))
  serveOpen(api, contract.getAuthorizationServer, async (_input, call) => authorizationServer(originOf(call)))
  serveOpen(api, contract.registerProgram, (input, call) => answering(() => registerProgram(input, call)))
  serveOpen(api, contract.requestAuthorization, ({ query }, call) => requestAuthorization(query, call))
  serveOpen(api, contract.issueToken, (_input, call) => answering(() => issueToken(call)))
  serveOpen(api, contract.revokeToken, (_input, call) => answering(() => revokeToken(call)))
  serve(api, contract.getAuthorizationRequest, ({ query }, call) => describeRequest(query.request, call))
  serve(api, contract.answerAuthorizationRequest, ({ body }, call) => answerRequest(body, call))
}
