import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { IdParams, Page, paged, Time } from './shared.ts'

/**
 * What a key may be for. It does no more than its owner may at the moment of the call.
 * - `ask`: ask questions, read and keep the conversations
 * - `files:read`: find, read and download files
 * - `files:write`: upload, change and delete files
 * - `admin:read`: read what admins read; only as long as its owner is one
 */
export const scopes = ['ask', 'files:read', 'files:write', 'admin:read'] as const
export const Scope = z.enum(scopes)
export type Scope = z.infer<typeof Scope>

/** A key by which a program calls the API in its owner's name. */
export const ApiKey = z.object({
  id: z.number().int(),
  name: z.string(),
  /** The secret's last characters. */
  ending: z.string(),
  scopes: z.array(Scope),
  created_at: Time,
  expires_at: Time.nullable(),
  /** It is taken no more, since its day is over. */
  has_expired: z.boolean(),
  /** A program was given it, and renews it: its secret changes by the hour. */
  is_program: z.boolean(),
  /** To the minute. */
  last_used_at: Time.nullable(),
})
export type ApiKey = z.infer<typeof ApiKey>

/** A key as admins see it. */
export const OwnedApiKey = ApiKey.extend({
  owner: z.object({
    id: z.number().int(),
    email: z.string(),
    name: z.string().nullable(),
    is_service: z.boolean(),
  }),
})
export type OwnedApiKey = z.infer<typeof OwnedApiKey>

/** Whose keys are taken: those of all members, of admins and service accounts alone, or none. */
export const ApiKeysFor = z.enum(['members', 'admins', 'nobody'])
export type ApiKeysFor = z.infer<typeof ApiKeysFor>

/** Keys that one member may have. */
export const mostApiKeys = 50

/** Days that a key may hold. */
export const longestKeyDays = 3650

const NewKey = z.object({
  name: z.string().trim().min(1).max(100),
  scopes: z.array(Scope).min(1).max(scopes.length),
  /** Null for a key without an end. */
  expires_in_days: z.number().int().min(1).max(longestKeyDays).nullable().default(90),
})

/** The one answer that has the secret: it is kept nowhere. */
const CreatedKey = ApiKey.extend({ secret: z.string() })

export const listApiKeys = endpoint({
  method: 'get',
  path: '/web/v1/api-keys',
  access: 'member',
  summary: "The caller's own keys, the latest first, on one page.",
  output: paged(ApiKey).extend({
    /** Whether the organisation takes them. */
    allowed: z.boolean(),
  }),
})

export const createApiKey = endpoint({
  method: 'post',
  path: '/web/v1/api-keys',
  access: 'member',
  summary: 'Makes a key of the caller. Its secret is in this answer alone.',
  body: NewKey,
  output: CreatedKey,
})

export const createServiceAccountKey = endpoint({
  method: 'post',
  path: '/v1/service-accounts/{id}/api-keys',
  access: 'admin',
  summary: 'Makes a key of a service account. Its secret is in this answer alone.',
  params: IdParams,
  body: NewKey,
  output: CreatedKey,
})

export const revokeApiKey = endpoint({
  method: 'delete',
  path: '/web/v1/api-keys/{id}',
  access: 'member',
  summary: 'Ends a key at once: one of the caller, or, for an admin, any of the organisation.',
  params: IdParams,
  output: 'nothing',
})

export const listAllApiKeys = endpoint({
  method: 'get',
  path: '/v1/api-keys',
  access: 'admin',
  summary: "All keys of the organisation's members and service accounts, the latest first.",
  query: z.object({ page: Page }),
  output: paged(OwnedApiKey),
})

export const getApiKeyPolicy = endpoint({
  method: 'get',
  path: '/v1/api-keys/policy',
  access: 'admin',
  summary: 'Whose keys are taken.',
  output: z.object({ allowed_for: ApiKeysFor }),
})

export const setApiKeyPolicy = endpoint({
  method: 'put',
  path: '/v1/api-keys/policy',
  access: 'admin',
  summary: 'Changes whose keys are taken, from the next call on. Keys stay, and are taken again when they may.',
  body: z.object({ allowed_for: ApiKeysFor }),
  output: 'nothing',
})
