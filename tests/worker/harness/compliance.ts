import { env } from 'cloudflare:workers'
import type { Agent } from '~/contract/agents.ts'
import type { Attachment, Reference } from '~/contract/chat.ts'
import { indexFile } from '~/provider/search/index-file.ts'
import { answered, entriesOf } from './asking.ts'
import { type Caller, seedFile, type SeededOrganization } from './callers.ts'

/** Writes a file of the organisation's group with these pages and gives its id. */
export async function indexed(organization: SeededOrganization, name: string, pages: string[]): Promise<number> {
  const id = await seedFile({ organizationId: organization.id, groupId: organization.groupId, name })
  const texts = pages.map((text, index) => ({ page: index + 1, text }))
  if (texts.length > 0) await indexFile(env, { id, group_id: organization.groupId, name }, texts)
  return id
}

/** Sets the rules of the compliance review, as an admin does. */
export async function setRules(admin: Caller, rules: string[]): Promise<void> {
  const agents = (await (await admin('/web/v1/agents')).json()) as Agent[]
  const { id } = agents.find(({ type }) => type === 'compliance_review_ai')!
  const properties = { type: 'compliance_review_ai', rules }
  const response = await admin(`/web/v1/agents/${id}`, { method: 'PATCH', json: { properties } })
  if (!response.ok) throw new Error(`rules not set: ${response.status}`)
}

/** Has files reviewed, and gives the answer with the files that came of it. */
export async function reviewed(caller: Caller, query: string, files: number[], variables: Partial<Env> = {}) {
  const question = { query, files, pipeline: 'compliance_review_ai' }
  const { text, references, conversationId } = await answered(caller, question, { variables })
  const attachments = (await entriesOf(caller, conversationId)).at(-1)!.file_attachments
  return { text, references: references as Reference[], attachments, conversationId }
}

/** The bytes of a file that an answer made. */
export async function bytesOf({ id }: Attachment): Promise<Uint8Array> {
  const row = await env.DB.prepare('SELECT object_key FROM files WHERE id = ?').bind(id).first<{ object_key: string }>()
  return (await env.FILES.get(row!.object_key))!.bytes()
}

/** The verdict and the evidence on each rule, by its number, as the answer's tables have them. */
export const rowsOf = (text: string): Record<string, [verdict: string, evidence: string]> =>
  Object.fromEntries(
    [...text.matchAll(/^\| \**([^|*]+)\** \| \*\*(\d+)\\\. .*?\*\* ?(.*) \|$/gm)].map(([, verdict, rule, evidence]) => [
      rule,
      [verdict!, evidence!],
    ]),
  )
