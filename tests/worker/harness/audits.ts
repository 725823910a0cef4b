import { runInDurableObject } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import type { Audit, AuditDetails, VerificationEvent } from '~/contract/audits.ts'
import type { Paged } from '~/contract/shared.ts'
import { chainOf } from '~/provider/audits/stream-verification.ts'
import { verifyChain } from '~/provider/audits/verify.ts'
import type { AuditRow } from '~/provider/organization/audit-list.ts'
import type { NewAction, NewRequest, Organization } from '~/provider/organization/chain.ts'
import { organizationObject } from '~/provider/organization/stub.ts'
import { textOf, type TextLine } from '~/provider/organization/text-line.ts'
import type { Caller } from './callers.ts'

/** The audits of a page, the latest first. */
export async function auditsOf(admin: Caller, query = ''): Promise<Audit[]> {
  const response = await admin(`/v1/audits${query}`)
  return (await response.json<Paged<Audit>>()).data
}

export async function latestAudit(admin: Caller, query = ''): Promise<AuditDetails> {
  const [latest] = await auditsOf(admin, query)
  return (await admin(`/v1/audits/${latest?.id}`)).json()
}

/** An organisation as its object is found. */
export async function organizationOf(id: number): Promise<Organization> {
  const key = await env.DB.prepare('SELECT object_key FROM organizations WHERE id = ?')
    .bind(id)
    .first<string>('object_key')
  return { id, key: key! }
}

/** The object of an organisation. */
export const objectOf = async (id: number) => organizationObject(env, (await organizationOf(id)).key)

/** Does something with the database of an organisation's object. */
export const withStorage = async <Result>(
  id: number,
  work: (storage: DurableObjectStorage) => Result | Promise<Result>,
): Promise<Result> => runInDurableObject(await objectOf(id), (_, { storage }) => work(storage))

/** Runs a statement there, as only somebody could who tampers. */
export const execute = (id: number, query: string, ...values: SqlStorageValue[]) =>
  withStorage(id, ({ sql }) => void sql.exec(query, ...values))

/** The rows of an organisation's chain, in order, with the texts that are not sealed. */
export async function chainRows(id: number): Promise<(AuditRow & Partial<TextLine>)[]> {
  const object = await objectOf(id)
  const rows: (AuditRow & Partial<TextLine>)[] = []
  for (;;) {
    const next = await object.rows(rows.length + 1, Number.MAX_SAFE_INTEGER)
    if (next.length === 0) return rows
    rows.push(...next.map(({ line, ...row }) => ({ ...row, ...(line !== null && textOf(line)) })))
  }
}

/** What the organisation's admins did, in order. */
export const actionsOf = async (id: number) =>
  (await chainRows(id))
    .filter(({ kind }) => kind === 'action')
    .map(({ action, target, details }) => ({ action, target, details }))

/** An action to append. */
export const newAction = (source: string = crypto.randomUUID()): NewAction => ({
  source,
  user_id: 1,
  user_email: 'admin@chain.example',
  action: 'keyword_added',
  target: 'keyword',
  details: '{}',
})

/** A request to append. */
export const newRequest = (change: Partial<NewRequest> = {}): NewRequest => ({
  source: crypto.randomUUID(),
  user_id: 1,
  user_email: 'user@chain.example',
  conversation_id: 1,
  status: 'completed',
  error_code: null,
  pipeline: 'chat_ai',
  model: 'small',
  execution_time: 1.234,
  input_tokens: 10,
  output_tokens: 2,
  question: 'What?',
  answer: 'That.',
  files: [],
  refs: [],
  ...change,
})

/** What a verification says of an organisation's audits. */
export async function verified(id: number): Promise<VerificationEvent[]> {
  const events: VerificationEvent[] = []
  const { key } = await organizationOf(id)
  for await (const event of verifyChain(chainOf(env, key), env.FILES)) events.push(event)
  return events
}

/** The problems among it. */
export const problems = async (id: number) =>
  (await verified(id)).flatMap((event) => (event.type === 'problem' ? [{ code: event.code, seq: event.seq }] : []))
