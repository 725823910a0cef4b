import { and, eq, inArray } from 'drizzle-orm'
import type { Usage } from '~/contract/chat.ts'
import { ApiError, type ErrorCode } from '~/contract/errors.ts'
import { agentOf } from '~/provider/agents/index.ts'
import { endAnswer } from '~/provider/chat/end-answer.ts'
import { EventLog } from '~/provider/chat/event-log.ts'
import { fenceOf } from '~/provider/chat/fence.ts'
import { nameConversation } from '~/provider/chat/name-conversation.ts'
import { Outbox } from '~/provider/chat/outbox.ts'
import { replay } from '~/provider/chat/replay.ts'
import { type AnswerHost, outcomeOf, RunningAnswer } from '~/provider/chat/running-answer.ts'
import { eventStream } from '~/provider/chat/sse.ts'
import { Subscribers } from '~/provider/chat/subscribers.ts'
import type { AnswerTask, Asker, EndingAnswer } from '~/provider/chat/task.ts'
import {
  type ConversationRow,
  conversations,
  entries,
  type EntryRow,
  type MemberDatabase,
} from '~/provider/conversations/tables.ts'
import { storeGenerated } from '~/provider/files/store-generated.ts'
import { log } from '~/provider/log/log.ts'
import { counted } from '~/provider/models/counted.ts'
import { openImageModel } from '~/provider/models/images/index.ts'
import { openCurrentModel } from '~/provider/models/index.ts'
import { openReranker } from '~/provider/models/reranker.ts'
import type { Measures } from '~/provider/organization/measures.ts'
import { tablesOf } from '~/provider/sandbox/stub.ts'
import { openVectors } from '~/provider/search/vectors.ts'

/** Milliseconds that the events of an ended answer are kept; later readers get the stored answer. */
const keptFor = 60 * 60 * 1000

/** A member's answers: those that are being written, in this instance alone, and the events of those that have ended. */
export class Answers implements AnswerHost {
  readonly outbox: Outbox
  private readonly running = new Map<number, RunningAnswer>()
  private refusals: Measures['refused'] = {}

  constructor(
    private readonly ctx: DurableObjectState,
    private readonly db: MemberDatabase,
    private readonly env: Env,
  ) {
    this.outbox = new Outbox(db, env)
  }

  /** Begins to write the answer to a question that has just been stored. */
  start(task: AnswerTask): RunningAnswer {
    const answer = new RunningAnswer(task, this.logOf(task.answerId), this)
    this.running.set(task.answerId, answer)
    const written = answer
      .run()
      .catch((error: unknown) => log.error('answer_not_ended', { cause: error }))
      .finally(() => this.running.delete(task.answerId))
    this.ctx.waitUntil(written)
    return answer
  }

  /** Counts a call that was refused, until the next answer's audit takes the count along; what is forgotten with this instance is in the log. */
  noteRefusal(code: ErrorCode): void {
    this.refusals[code] = (this.refusals[code] ?? 0) + 1
  }

  takeRefusals(): Measures['refused'] {
    const taken = this.refusals
    this.refusals = {}
    return taken
  }

  isIdle(): boolean {
    return this.running.size === 0
  }

  /** The stream of an answer after the event with the id `after`: of its events while they are kept, else of the stored answer. */
  read(conversation: ConversationRow, answer: EntryRow, after: number, signal: AbortSignal): Response {
    const running = this.running.get(answer.id)
    if (running) return eventStream(running.read(after, signal))
    const events = this.logOf(answer.id)
    if (!events.closed()) return replay(conversation, answer, after)
    return eventStream(new Subscribers(events, () => {}).read(after, signal))
  }

  stop(answerId: number): void {
    this.running.get(answerId)?.stop(new ApiError('request_aborted_user'))
  }

  stopAll(): void {
    for (const id of this.running.keys()) this.stop(id)
  }

  /** Ends an answer whose row is about to go. */
  discard(answerId: number): void {
    this.running.get(answerId)?.discard()
  }

  /** Deletes conversations with their answers, all of them where none are named. */
  discardConversations(ids: number[] | undefined): void {
    const doomed = ids && inArray(conversations.id, ids)
    for (const answer of this.running.values()) {
      if (!ids || ids.includes(answer.task.conversationId)) answer.discard()
    }
    this.db.$client.transactionSync(() => {
      const { sql } = this.ctx.storage
      const owner = 'SELECT 1 FROM conversations WHERE id = conversation_id'
      this.db.delete(conversations).where(doomed).run()
      const analysed = sql.exec<{ conversation_id: number }>(
        `DELETE FROM analysed_conversations WHERE NOT EXISTS (${owner}) RETURNING conversation_id`,
      )
      for (const { conversation_id: id } of analysed.toArray()) {
        this.outbox.add({ kind: 'drop_tables', name: this.tablesName(id) })
      }
    })
  }

  /**
   * Ends answers that an instance before this one was writing when it was killed, with what they had said.
   * @returns whether there were any
   */
  endAbandoned(): boolean {
    const abandoned = this.db
      .select()
      .from(entries)
      .where(eq(entries.status, 'streaming'))
      .all()
      .filter(({ id }) => !this.running.has(id))
    for (const answer of abandoned) {
      const events = this.logOf(answer.id)
      const soFar = events.answer()
      const outcome = { ...outcomeOf(new ApiError('answer_interrupted')), model: null, usage: null }
      this.db.$client.transactionSync(() => {
        endAnswer(this.db, this.outbox, this.endingOf(answer), soFar, outcome)
        // Some may never have been stored that readers have had: from now on they get the stored answer.
        events.forget()
      })
    }
    return abandoned.length > 0
  }

  /** What its rows tell of an answer that nobody writes any more. */
  private endingOf(answer: typeof entries.$inferSelect): EndingAnswer {
    const question = this.db.select().from(entries).where(eq(entries.id, answer.question_id!)).get()!
    return {
      conversationId: answer.conversation_id,
      answerId: answer.id,
      text: question.text,
      agent: answer.agent,
      model: answer.model,
      attachments: question.attachments ?? [],
      askedAt: Date.parse(answer.created_at),
      asker: this.ctx.storage.kv.get<Asker>('asker')!,
    }
  }

  /**
   * Forgets the events of answers that ended long ago, and the conversations that are not kept any longer than these; says when the
   * next ones are due, in milliseconds since 1970.
   */
  forgetEvents(): number | undefined {
    const { sql } = this.ctx.storage
    const longAgo = new Date(Date.now() - keptFor).toISOString()
    const passing = sql.exec<{ id: number }>(
      'SELECT id FROM conversations WHERE id IN (SELECT conversation_id FROM passing_conversations) AND updated_at < ?',
      longAgo,
    )
    const ids = passing.toArray().map(({ id }) => id)
    if (ids.length > 0) this.discardConversations(ids)
    const ended = `SELECT id FROM entries WHERE id IN (SELECT DISTINCT answer_id FROM events) AND status <> 'streaming'`
    sql.exec(`DELETE FROM events WHERE answer_id IN (${ended} AND updated_at < ?)`, longAgo)
    const { next } = sql
      .exec<{ next: string | null }>(
        `SELECT min(updated_at) AS next FROM (
           SELECT updated_at FROM entries WHERE id IN (${ended}) UNION ALL
           SELECT updated_at FROM conversations WHERE id IN (SELECT conversation_id FROM passing_conversations)
         )`,
      )
      .one()
    return next === null ? undefined : Date.parse(next) + keptFor
  }

  async events(task: AnswerTask, signal: AbortSignal, used: Usage[]) {
    const fence = await fenceOf(this.env, this.ctx.id.toString(), task.conversationId)
    const { env } = this
    const model = task.model === null ? undefined : await openCurrentModel(env, task.model)
    return agentOf(task.agent)({
      question: task.text,
      organizationId: task.asker.organization.id,
      conversationId: task.conversationId,
      history: task.history,
      groupIds: task.groupIds,
      fileIds: task.attachments.map(({ id }) => id),
      usableAgents: task.usableAgents,
      language: task.language,
      setting: { ...task.setting, fence },
      model: model && counted(model, (usage) => used.push(usage)),
      imageModel: openImageModel(env),
      vectors: openVectors(env),
      reranker: openReranker(env),
      db: env.DB,
      library: {
        DB: env.DB,
        FILES: env.FILES,
        LIBRARY_SHARDS: env.LIBRARY_SHARDS,
        LIBRARY_SHARD_BYTES: env.LIBRARY_SHARD_BYTES,
        shards: task.shards,
      },
      bucket: env.FILES,
      reader: env.READER,
      assets: env.ASSETS,
      tables: () => this.tablesFor(task.conversationId),
      store: (file) =>
        storeGenerated(
          env,
          {
            organizationId: task.asker.organization.id,
            userId: task.asker.userId,
            groupId: task.libraryGroupId,
          },
          file,
        ),
      signal,
    })
  }

  end(...[task, answer, outcome]: Parameters<AnswerHost['end']>): void {
    endAnswer(this.db, this.outbox, task, answer, outcome)
  }

  async auditId(answerId: number): Promise<number | null> {
    await this.outbox.deliver().catch((error: unknown) => log.error('outbox_not_delivered', { cause: error }))
    const row = this.db.select({ id: entries.audit_id }).from(entries).where(eq(entries.id, answerId)).get()
    return row?.id ?? null
  }

  /** A title that someone gave the conversation meanwhile stays. */
  async name(task: AnswerTask, answer: string, signal: AbortSignal): Promise<string | undefined> {
    if (task.isPassing) return undefined
    const naming = nameConversation(this.env, task, answer, signal)
    this.ctx.waitUntil(naming)
    const title = await naming
    if (title === undefined) return undefined
    const [named] = this.db
      .update(conversations)
      .set({ title })
      .where(and(eq(conversations.id, task.conversationId), eq(conversations.title, task.conversationTitle)))
      .returning({ id: conversations.id })
      .all()
    return named && title
  }

  private tablesFor(conversationId: number) {
    this.ctx.storage.sql.exec(
      'INSERT OR IGNORE INTO analysed_conversations (conversation_id) VALUES (?)',
      conversationId,
    )
    return tablesOf(this.env, this.tablesName(conversationId))
  }

  private readonly logOf = (answerId: number) => new EventLog(this.ctx.storage.sql, answerId)

  /** The name of the object with the tables of a conversation; as unlikely to come again as this object's own. */
  private readonly tablesName = (conversationId: number) => `${this.ctx.id.toString()}-${conversationId}`
}
