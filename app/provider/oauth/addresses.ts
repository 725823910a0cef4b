import * as contract from '~/contract/oauth.ts'
import { callMcp } from '~/contract/mcp.ts'

/** What is protected: the audience of every token, as programs name it. */
export const resourceAt = (origin: string): string => origin + callMcp.path

export const protectedResource = (origin: string) => ({
  resource: resourceAt(origin),
  authorization_servers: [origin],
  scopes_supported: [...contract.programScopes],
  bearer_methods_supported: ['header'],
})

export const authorizationServer = (origin: string) => ({
  issuer: origin,
  authorization_endpoint: origin + contract.requestAuthorization.path,
  token_endpoint: origin + contract.issueToken.path,
  registration_endpoint: origin + contract.registerProgram.path,
  revocation_endpoint: origin + contract.revokeToken.path,
  scopes_supported: [...contract.programScopes],
  response_types_supported: ['code'],
  response_modes_supported: ['query'],
  grant_types_supported: ['authorization_code', 'refresh_token'],
  token_endpoint_auth_methods_supported: ['none'],
  revocation_endpoint_auth_methods_supported: ['none'],
  code_challenge_methods_supported: ['S256'],
  authorization_response_iss_parameter_supported: true,
})
