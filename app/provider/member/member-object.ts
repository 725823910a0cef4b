import { eq } from 'drizzle-orm'
import type { Conversation, ConversationHit, Feedback } from '~/contract/conversations.ts'
import { ApiError } from '~/contract/errors.ts'
import { sourceOf } from '~/provider/chat/audit-request.ts'
import { earlierResult, keepResult, settleKey } from '~/provider/chat/idempotency-keys.ts'
import { type Rates, requireBranchRate } from '~/provider/chat/question-rate.ts'
import type { Asker } from '~/provider/chat/task.ts'
import { type Branch, branchConversation } from '~/provider/conversations/branch.ts'
import { toConversation } from '~/provider/conversations/entry.ts'
import { setFeedback } from '~/provider/conversations/feedback.ts'
import { findAnswer, findConversation } from '~/provider/conversations/find.ts'
import {
  listConversations,
  type Listed,
  type ListedEntries,
  listEntries,
  listFiles,
  type ListQuery,
} from '~/provider/conversations/list.ts'
import { searchConversations } from '~/provider/conversations/search/search.ts'
import { conversations, openMemberDatabase } from '~/provider/conversations/tables.ts'
import { countUnused, findUnused, type Unused } from '~/provider/conversations/unused.ts'
import { type Attempt, attempt } from '~/provider/objects/call.ts'
import type { RepeatableCall } from '~/provider/objects/idempotency-key.ts'
import { withRequestId } from '~/provider/log/log.ts'
import { StoredObject } from '~/provider/objects/stored-object.ts'
import { prepareTables } from '~/provider/objects/tables.ts'
import { Answers } from './answers.ts'
import { CallCounts } from './call-counts.ts'
import { type Asked, Questions } from './questions.ts'
import { isAudited } from './record-refusal.ts'
import { memberTables } from './tables.ts'
import { Upkeep } from './upkeep.ts'

/** Conversations that one call erases at most: others wait for it. */
const erasedAtOnce = 500

/**
 * All that is one member's own: conversations with their search, and the answers that are being written, in one database. Nobody
 * else's object ever has any of it. What it owes to others it delivers by its alarm until it is taken.
 */
export class MemberObject extends StoredObject {
  // Triggers note again what is to be indexed.
  protected override readonly without = ['migrations', 'unindexed']
  private readonly storage = this.ctx.storage
  private readonly db = openMemberDatabase(this.storage)
  private readonly answers = new Answers(this.ctx, this.db, this.env)
  private readonly upkeep = new Upkeep(this.storage, this.answers)
  private readonly calls = new CallCounts()
  private readonly questions = new Questions(this.storage, this.db, this.env, this.answers, this.upkeep)

  constructor(ctx: DurableObjectState, env: Env) {
    super(ctx, env)
    prepareTables(this.storage, memberTables)
    this.upkeep.endAbandoned()
  }

  /**
   * `POST /ask` with {@link Asked} stores a question and streams its answer; `GET /stream` streams one from an event on. An error
   * comes as the API tells it. An abort of the request is a reader who has left. What is logged of the answer has the id of the
   * request that asked.
   */
  override fetch(request: Request): Promise<Response> {
    return withRequestId(request.headers.get('x-request-id') ?? undefined, () => this.respond(request))
  }

  /** @throws ApiError `invalid_credentials`, as for any later call: the member was deleted while this one was on its way */
  private requireMember(): void {
    if (this.upkeep.erased || this.storage.kv.get('erased')) throw new ApiError('invalid_credentials')
  }

  private attempt<Result>(work: () => Result): Attempt<Result> {
    return attempt(() => {
      this.requireMember()
      return work()
    })
  }

  private async respond(request: Request): Promise<Response> {
    try {
      this.requireMember()
      const { pathname, searchParams } = new URL(request.url)
      if (pathname === '/ask') return await this.questions.ask((await request.json()) as Asked, request.signal)
      const [id, entryId, after] = ['conversation_id', 'entry_id', 'after'].map((name) =>
        Number(searchParams.get(name)),
      )
      const conversation = findConversation(this.db, id!)
      const answer = findAnswer(this.db, conversation.id, entryId || undefined)
      if (!answer) throw new ApiError('does_not_exist', { entity: 'entry' })
      return this.answers.read(conversation, answer, after!, request.signal)
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      if (!isAudited(error.code)) this.answers.noteRefusal(error.code)
      return Response.json({ code: error.code, info: error.info }, { status: error.status })
    }
  }

  /** Ends the conversation's latest answer, or the one named, if it is being written; what it has said so far is then stored. */
  cancel(id: number, entryId: number | undefined): Attempt<void> {
    return this.attempt(() => {
      const answer = findAnswer(this.db, findConversation(this.db, id).id, entryId)
      if (answer?.status === 'streaming') this.answers.stop(answer.id)
    })
  }

  /** Ends all answers that are being written; what they have said so far is then stored. */
  stopAnswers(): void {
    this.answers.stopAll()
  }

  listConversations(query: ListQuery): Attempt<Listed<Conversation>> {
    return this.attempt(() => listConversations(this.db, query))
  }

  listEntries(id: number, query: { page: number; page_size: number }): Attempt<ListedEntries> {
    return this.attempt(() => listEntries(this.db, id, query))
  }

  listFiles(id: number): Attempt<number[]> {
    return this.attempt(() => listFiles(this.db, id))
  }

  searchConversations(query: { q: string; page: number }): Attempt<Listed<ConversationHit> & { complete: boolean }> {
    return this.attempt(() => {
      const found = searchConversations(this.storage, query)
      if (!found.complete) this.upkeep.soon()
      return found
    })
  }

  /** @throws ApiError `does_not_exist` */
  updateConversation(
    id: number,
    change: { title?: string | undefined; favorite?: boolean | undefined },
  ): Attempt<Conversation> {
    return this.attempt(() => {
      findConversation(this.db, id)
      return toConversation(
        this.db.update(conversations).set(change).where(eq(conversations.id, id)).returning().get()!,
      )
    })
  }

  /**
   * Branches a conversation before a question.
   * @throws ApiError `does_not_exist`, `rate_limited`
   */
  branchConversation(wanted: Branch, rates: Rates, repeatable: RepeatableCall | undefined): Attempt<Conversation> {
    return this.attempt(() => {
      const { sql } = this.storage
      const earlier = repeatable && earlierResult(sql, repeatable)
      if (earlier !== undefined) return toConversation(findConversation(this.db, Number(earlier)))
      requireBranchRate(sql, rates)
      return this.storage.transactionSync(() => {
        const branch = branchConversation(this.db, wanted)
        if (repeatable) keepResult(sql, repeatable, String(branch.id))
        this.upkeep.soon()
        return toConversation(branch)
      })
    })
  }

  /**
   * Deletes conversations, all of them where none are named. Answers that are being written end, with their audits.
   * @throws ApiError `does_not_exist`
   */
  async deleteConversations(ids: number[] | undefined): Promise<Attempt<void>> {
    const deleted = this.attempt(() => {
      for (const id of ids ?? []) findConversation(this.db, id)
      this.answers.discardConversations(ids)
    })
    await this.upkeep.run()
    return deleted
  }

  /** How many conversations have had no question since a moment. */
  countUnused(before: string): Unused {
    return countUnused(this.db, before)
  }

  /**
   * Erases conversations that have had no question since a moment, {@link erasedAtOnce} at most.
   * @param run whoever asks again for the same one is told of all that it has erased, so that nothing is counted twice
   */
  async eraseUnused({ before, run }: { before: string; run: string }): Promise<{ erased: number; more: boolean }> {
    const { kv } = this.storage
    const known = kv.get<{ run: string; erased: number }>('erasure')
    const ids = findUnused(this.db, before, erasedAtOnce)
    const erased = (known?.run === run ? known.erased : 0) + ids.length
    if (ids.length > 0) {
      this.storage.transactionSync(() => {
        this.answers.discardConversations(ids)
        kv.put('erasure', { run, erased })
      })
      await this.upkeep.run()
    }
    return { erased, more: ids.length === erasedAtOnce }
  }

  /**
   * Stores what the member thinks of an answer, and tells the organisation.
   * @throws ApiError `does_not_exist`, `feedback_not_allowed`
   */
  async setFeedback(
    given: { conversationId: number; entryId: number; value: Feedback },
    { organization, userId }: Asker,
  ): Promise<Attempt<void>> {
    const stored = this.attempt(() =>
      this.storage.transactionSync(() => {
        const source = sourceOf(userId, setFeedback(this.db, given))
        this.answers.outbox.add({ kind: 'feedback', organization, source, value: given.value })
      }),
    )
    await this.upkeep.run()
    return stored
  }

  /** Counts a call that a program makes with a key of the member. @throws ApiError `rate_limited` */
  countCall(apiKeyId: number, perMinute: number): Attempt<void> {
    return this.attempt(() => this.calls.count(apiKeyId, perMinute))
  }

  /** Claims a key for a call that another home answers: gives what its first run led to, if there was one. */
  claimKey(call: RepeatableCall): Attempt<string | undefined> {
    return this.attempt(() => {
      const earlier = earlierResult(this.storage.sql, call)
      if (earlier === undefined) keepResult(this.storage.sql, call, null)
      return earlier
    })
  }

  /** Keeps what a claimed call led to; undefined lets it be tried again. */
  settleKey(call: RepeatableCall, result: string | undefined): void {
    if (!this.upkeep.erased) settleKey(this.storage.sql, call, result)
  }

  /** Deletes everything, once what is owed to others was taken: the member was deleted. */
  async erase(): Promise<void> {
    if (this.upkeep.erased) return
    this.answers.discardConversations(undefined)
    this.storage.kv.put('erased', true)
    await this.upkeep.run()
  }

  /**
   * Goes on after it was loaded from a backup.
   * @param known the last ids that the organisation has heard of: what is written from now on is none of that
   */
  resume(known: { conversations: number; entries: number }): void {
    this.raiseIds(known)
    this.upkeep.soon()
  }

  override async alarm(): Promise<void> {
    await this.upkeep.run()
  }
}
