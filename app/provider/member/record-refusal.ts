import { inArray } from 'drizzle-orm'
import type { Attachment, Question } from '~/contract/chat.ts'
import type { ErrorCode } from '~/contract/errors.ts'
import type { Call } from '~/provider/api/serve.ts'
import { files } from '~/provider/db/index.ts'
import { mayReadFiles } from '~/provider/files/policy.ts'
import { selectFiles } from '~/provider/files/stored-file.ts'
import { actorOf, appendRequest } from '~/provider/audits/append.ts'
import { sha256 } from '~/provider/objects/sha256.ts'
import { organizationOf } from '~/provider/organization/stub.ts'

const audited: ErrorCode[] = ['blocked_keyword', 'quota_exceeded', 'model_limit_reached']

/** Whether a question that is refused with this is in the audits. */
export const isAudited = (code: ErrorCode): boolean => audited.includes(code)

/**
 * Records a question that a keyword, a quota or a model's limit refused, before any model saw it. A repetition of the call (the same
 * `Idempotency-Key` with the same content) that is refused again is the same request.
 * @param conversationId of the conversation that it was asked in; a first question has none
 */
export async function recordRefusal(
  call: Call,
  { question, conversationId, code }: { question: Question; conversationId?: number; code: ErrorCode },
): Promise<void> {
  const { env, member, request } = call
  const key = request.headers.get('idempotency-key') ?? crypto.randomUUID()
  await appendRequest(env, organizationOf(member), {
    source: `refusal:${sha256(JSON.stringify([member.id, key, conversationId ?? null, question, code]))}`,
    ...actorOf(call),
    conversation_id: conversationId ?? null,
    status: 'blocked',
    error_code: code,
    pipeline: question.pipeline,
    model: null,
    execution_time: 0,
    input_tokens: 0,
    output_tokens: 0,
    question: question.query,
    answer: '',
    files: await attachmentsOf(question, call),
    refs: [],
  })
}

/** The attached files, as far as the member may read them: the refusal came before or after they were looked at. */
async function attachmentsOf({ files: ids }: Question, { db, member }: Call): Promise<Attachment[]> {
  if (ids.length === 0) return []
  const rows = await selectFiles(db).where(inArray(files.id, ids.slice(0, mostFiles)))
  return rows
    .filter((file) => mayReadFiles(member, file))
    .map(({ id, name, mime_type, size }) => ({ id, name, mime_type, size }))
}

/** A statement takes 100 values. */
const mostFiles = 90
