import { ApiError } from '~/contract/errors.ts'
import type { Quota } from '~/contract/metrics.ts'
import { earlierResult, keepResult } from '~/provider/chat/idempotency-keys.ts'
import { type Rates, requireQuestionRate } from '~/provider/chat/question-rate.ts'
import type { RunningAnswer } from '~/provider/chat/running-answer.ts'
import { eventStream } from '~/provider/chat/sse.ts'
import { type Place, resolveOverwrite, storeQuestion } from '~/provider/chat/store-question.ts'
import type { Asker, CheckedQuestion } from '~/provider/chat/task.ts'
import { findAnswer, findConversation } from '~/provider/conversations/find.ts'
import type { MemberDatabase } from '~/provider/conversations/tables.ts'
import { log } from '~/provider/log/log.ts'
import { releaseQuestion, reserveQuestion } from '~/provider/metrics/question-quota.ts'
import type { ModelLimit } from '~/provider/organization/spending.ts'
import type { RepeatableCall } from '~/provider/objects/idempotency-key.ts'
import type { Organization } from '~/provider/organization/chain.ts'
import type { Answers } from './answers.ts'
import type { Upkeep } from './upkeep.ts'

/** A question as it is asked of the member's object. */
export interface Asked {
  question: CheckedQuestion
  place: Place
  rates: Rates
  /** The organisation's, that a question uses up; where there are none, nobody is asked. */
  quotas: Quota[]
  /** What the question's model may cost a month, if that is limited. */
  modelLimit: ModelLimit | undefined
  repeatable: RepeatableCall | undefined
}

/** What a member asks: each question is stored once, and its answer begun with it. */
export class Questions {
  constructor(
    private readonly storage: DurableObjectStorage,
    private readonly db: MemberDatabase,
    private readonly env: Env,
    private readonly answers: Answers,
    private readonly upkeep: Upkeep,
  ) {}

  /** Stores a question and streams its answer; one that the same call has stored before is streamed from its beginning. */
  async ask(asked: Asked, signal: AbortSignal): Promise<Response> {
    const { quotas, modelLimit, question, repeatable } = asked
    this.upkeep.endAbandoned()
    const earlier = this.readEarlier(repeatable, signal)
    if (earlier) return earlier
    if (quotas.length === 0 && !modelLimit) return eventStream(this.begin(asked).read(0, signal))

    requireQuestionRate(this.storage.sql, asked.rates)
    const { organization, userId } = question.asker
    const reservation = crypto.randomUUID()
    let running: RunningAnswer | undefined
    try {
      await reserveQuestion(this.env, organization, { quotas, modelLimit, userId, reservation })
      // The same call may have come again while the organisation was asked.
      const meanwhile = this.readEarlier(repeatable, signal)
      if (meanwhile) return meanwhile
      running = this.begin({ ...asked, question: { ...question, reservation } })
      return eventStream(running.read(0, signal))
    } finally {
      if (!running) await this.release(organization, reservation)
    }
  }

  /** Whatever became of the call, a place that is not given back is free a quarter of an hour later. */
  private release(organization: Organization, reservation: string): Promise<void> {
    return releaseQuestion(this.env, organization, reservation).catch((error: unknown) =>
      log.error('place_not_released', { cause: error }),
    )
  }

  /** Stores a question and starts its answer; nothing comes between. */
  private begin({ question, place, rates, repeatable }: Asked): RunningAnswer {
    requireQuestionRate(this.storage.sql, rates)
    const replaced = resolveOverwrite(this.db, place)
    if (replaced) this.answers.discard(replaced.id)
    const task = this.storage.transactionSync(() => {
      const stored = storeQuestion(this.db, question, place, replaced)
      const { conversationId, answerId } = stored
      if (repeatable) keepResult(this.storage.sql, repeatable, JSON.stringify({ conversationId, answerId }))
      this.storage.kv.put<Asker>('asker', question.asker)
      return stored
    })
    this.upkeep.soon()
    return this.answers.start(task)
  }

  /** The stream, from its beginning, of the answer that the same call has led to before. */
  private readEarlier(repeatable: RepeatableCall | undefined, signal: AbortSignal): Response | undefined {
    const earlier = repeatable && earlierResult(this.storage.sql, repeatable)
    if (earlier === undefined) return undefined
    const { conversationId, answerId } = JSON.parse(earlier) as { conversationId: number; answerId: number }
    const conversation = findConversation(this.db, conversationId)
    const answer = findAnswer(this.db, conversationId, answerId)
    if (!answer) throw new ApiError('does_not_exist', { entity: 'entry' })
    return this.answers.read(conversation, answer, 0, signal)
  }
}
