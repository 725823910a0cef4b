import { createExecutionContext } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { type JWK, importJWK } from 'jose'
import type { Role } from '~/contract/users.ts'
import { api } from '~/provider/app.ts'
import { answerRequest } from '~/provider/request/answer-request.ts'
import { type Claims, claimsFor, sign } from '../../tokens.ts'

/** Who the rows of {@link seedOrganization} are. */
export interface SeededOrganization {
  id: number
  /** The group that all members read. */
  groupId: number
  users: { id: number; email: string; privateGroupId: number }[]
}

/** Writes an organisation with one group and these members; each has a private group and may sign in with the address. */
export async function seedOrganization(
  name: string,
  members: { email: string; role?: Role }[],
): Promise<SeededOrganization> {
  const id = await insert('INSERT INTO organizations (name) VALUES (?) RETURNING id', name)
  const groupId = await insert(
    "INSERT INTO groups (organization_id, name, type) VALUES (?, ?, 'organization') RETURNING id",
    id,
    name,
  )
  const users: SeededOrganization['users'] = []
  for (const { email, role = 'user' } of members) {
    const privateGroupId = await insert(
      "INSERT INTO groups (organization_id, name, type) VALUES (?, 'Private', 'user') RETURNING id",
      id,
    )
    const userId = await insert(
      "INSERT INTO users (organization_id, private_group_id, email, role, language) VALUES (?, ?, ?, ?, 'en') RETURNING id",
      id,
      privateGroupId,
      email,
      role,
    )
    users.push({ id: userId, email, privateGroupId })
  }
  return { id, groupId, users }
}

export interface SeededFile {
  organizationId: number
  groupId: number
  name: string
  status?: 'uploading' | 'pending' | 'done' | 'failed'
  size?: number
}

/** Writes the row of a file and gives its id; there are no bytes behind it. */
export const seedFile = ({
  organizationId,
  groupId,
  name,
  status = 'done',
  size = 1000,
}: SeededFile): Promise<number> =>
  insert(
    `INSERT INTO files (organization_id, group_id, object_key, name, type, mime_type, size, source, status)
     VALUES (?, ?, ?, ?, 'document', 'text/plain', ?, 'upload', ?) RETURNING id`,
    organizationId,
    groupId,
    crypto.randomUUID(),
    name,
    size,
    status,
  )

/** The models that a question may name are OpenAI's, unless a test says otherwise. */
const openAiAlone = { ANTHROPIC_MODELS: '', GOOGLE_MODELS: '' }

/** A call of the provider: path and request, a `json` body as it is. `variables` are other than the Worker's for this call. */
export interface Call extends RequestInit {
  json?: unknown
  variables?: Partial<Env>
}

export type Caller = (path: string, call?: Call) => Promise<Response>

/** Calls the provider as nobody. */
export const signedOut: Caller = (path, { json, variables, ...init } = {}) => {
  const headers = new Headers(init.headers)
  if (json !== undefined) headers.set('content-type', 'application/json')
  const body = json === undefined ? init.body : JSON.stringify(json)
  const request = new Request(`http://provider.test${path}`, { ...init, headers, ...(body !== undefined && { body }) })
  const context = createExecutionContext()
  return answerRequest(request, { ...env, ...openAiAlone, ...variables }, (bindings) =>
    api.fetch(request, bindings, context),
  )
}

/** An ID token for this address, which stands for the account's uid too. `overrides` are claims that differ. */
export async function tokenOf(email: string, overrides: Claims = {}): Promise<string> {
  const privateKey = (await importJWK(JSON.parse(env.TEST_SIGNING_KEY) as JWK, 'RS256')) as CryptoKey
  const claims = claimsFor(env.FIREBASE_PROJECT_ID, {
    email,
    sub: `uid-of-${email}`,
    user_id: `uid-of-${email}`,
    name: undefined,
    ...overrides,
  })
  return sign({ kid: 'test-key', privateKey, publicKey: privateKey }, claims)
}

/** Calls the provider with a {@link tokenOf} this address. */
export async function signedIn(email: string, overrides: Claims = {}): Promise<Caller> {
  const token = await tokenOf(email, overrides)
  return (path, call = {}) => {
    const headers = new Headers(call.headers)
    headers.set('authorization', `Bearer ${token}`)
    return signedOut(path, { ...call, headers })
  }
}

async function insert(query: string, ...values: (string | number)[]): Promise<number> {
  const row = await env.DB.prepare(query)
    .bind(...values)
    .first<{ id: number }>()
  if (!row) throw new Error(`nothing inserted: ${query}`)
  return row.id
}
