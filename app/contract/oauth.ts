import { z } from 'zod'
import { Scope } from './api-keys.ts'
import { endpoint } from './endpoint.ts'

/*
 * How a program gets a member's leave to use `/mcp`, as the Model Context Protocol describes it: OAuth 2.1 with metadata (RFC 8414,
 * RFC 9728), registration (RFC 7591), PKCE and resource indicators (RFC 8707). Refusals of the calls that programs make are in OAuth's
 * form, `error` and `error_description`.
 */

/** What programs may be allowed: what the tools at `/mcp` take. */
export const programScopes = ['ask', 'files:read'] as const satisfies Scope[]
export const ProgramScope = z.enum(programScopes)
export type ProgramScope = z.infer<typeof ProgramScope>

const Metadata = z.record(z.string(), z.union([z.string(), z.boolean(), z.array(z.string())]))

export const getProtectedResource = endpoint({
  method: 'get',
  path: '/.well-known/oauth-protected-resource/mcp',
  access: 'public',
  summary: 'Who lets programs use /mcp (RFC 9728).',
  output: Metadata,
})

export const getAuthorizationServer = endpoint({
  method: 'get',
  path: '/.well-known/oauth-authorization-server',
  access: 'public',
  summary: 'How programs ask for leave (RFC 8414).',
  output: Metadata,
})

const RegisteredProgram = z.object({
  client_id: z.string(),
  client_id_issued_at: z.number().int(),
  client_name: z.string(),
  redirect_uris: z.array(z.string()),
  grant_types: z.array(z.string()),
  response_types: z.array(z.string()),
  token_endpoint_auth_method: z.literal('none'),
  scope: z.string(),
})

export const registerProgram = endpoint({
  method: 'post',
  path: '/oauth/register',
  access: 'public',
  summary:
    'Registers a program, which has no secret (RFC 7591). One that nobody allows anything within a day is forgotten.',
  body: z.object({ client_name: z.string().max(1000).optional(), redirect_uris: z.array(z.string().max(500)).max(10) }),
  bodyBytes: 64 * 1024,
  output: RegisteredProgram,
})

export const requestAuthorization = endpoint({
  method: 'get',
  path: '/oauth/authorize',
  access: 'public',
  summary: 'Where a program leads a member to ask for leave: goes on to the page on which they decide.',
  query: z.object({
    client_id: z.string().max(100),
    redirect_uri: z.string().max(500),
    response_type: z.string().max(100).optional(),
    code_challenge: z.string().max(200).optional(),
    code_challenge_method: z.string().max(100).optional(),
    scope: z.string().max(1000).optional(),
    resource: z.string().max(1000).optional(),
    state: z.string().max(2000).optional(),
  }),
  output: 'bytes',
})

export const issueToken = endpoint({
  method: 'post',
  path: '/oauth/token',
  access: 'public',
  summary: 'A token for a code, or for a refresh token, each of which is taken once.',
  body: 'bytes',
  output: 'bytes',
})

export const revokeToken = endpoint({
  method: 'post',
  path: '/oauth/revoke',
  access: 'public',
  summary: 'Ends what a program was allowed, by either of its tokens (RFC 7009).',
  body: 'bytes',
  output: 'bytes',
})

/** A program's request as the page has it from its address: signed, and good for some minutes. */
const SignedRequest = z.string().max(8000)

/** A program that asks for leave. */
export const AuthorizationRequest = z.object({
  /** What it calls itself. */
  name: z.string(),
  /** Where its answer goes: a host, or null for this machine. */
  host: z.string().nullable(),
  scopes: z.array(ProgramScope),
})
export type AuthorizationRequest = z.infer<typeof AuthorizationRequest>

export const getAuthorizationRequest = endpoint({
  method: 'get',
  path: '/web/v1/oauth/request',
  access: 'member',
  summary: 'Which program asks for what.',
  query: z.object({ request: SignedRequest }),
  output: AuthorizationRequest,
})

export const answerAuthorizationRequest = endpoint({
  method: 'post',
  path: '/web/v1/oauth/request',
  access: 'member',
  summary: 'Allows a program what it asks for, or does not; says where to lead the member.',
  body: z.object({ request: SignedRequest, allow: z.boolean() }),
  output: z.object({ redirect_to: z.string() }),
})
