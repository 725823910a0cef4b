import type { AgentType, AnswerInfo, Usage } from '~/contract/chat.ts'
import { ApiError } from '~/contract/errors.ts'
import { m } from '~/paraglide/messages'
import type { AgentEvent } from '~/provider/agents/agent.ts'
import { isBusy } from '~/provider/api/busy.ts'
import { log } from '~/provider/log/log.ts'
import { collectModelOutcomes, ModelOutcomes } from '~/provider/log/model-outcomes.ts'
import { questionLanguage } from '~/provider/builtin/language.ts'
import { isTooLong } from '~/provider/models/fit-prompt.ts'
import type { CutReason } from '~/provider/models/model.ts'
import { totalUsage } from '~/provider/models/usage.ts'
import type { Measures } from '~/provider/organization/measures.ts'
import { closingEvents } from './closing-events.ts'
import type { AnswerSoFar, EventLog } from './event-log.ts'
import { EventWriter } from './event-writer.ts'
import { Subscribers } from './subscribers.ts'
import type { AnswerTask, Outcome } from './task.ts'
import { takeUntilAborted } from './until-aborted.ts'

/** The longest an answer may take, in milliseconds. */
const timeLimit = 10 * 60 * 1000
/** The longest that the last events wait for the conversation's title and the audit's id, in milliseconds. */
const closingWait = 2000
/** Characters of an answer: a row holds 2 MB, with the question and the sources. */
const maxCharacters = 400_000

/** What a running answer asks of the object that it runs in. */
export interface AnswerHost {
  /** What the agent says. */
  events: (task: AnswerTask, signal: AbortSignal, used: Usage[]) => Promise<AsyncGenerator<AgentEvent>>
  /** Stores how it ended, in one transaction with what is owed to others. */
  end: (task: AnswerTask, answer: AnswerSoFar, outcome: Outcome) => void
  /** The calls that were refused since it was asked last, by code. */
  takeRefusals: () => Measures['refused']
  /** The id of its audit, once the organisation has taken that. */
  auditId: (answerId: number) => Promise<number | null>
  /** The title that the model gives the conversation; undefined where it keeps its own. */
  name: (task: AnswerTask, answer: string, signal: AbortSignal) => Promise<string | undefined>
}

/**
 * One answer that is being written: takes what the agent says, lets any number of readers follow, and has it stored at the
 * end. It belongs to no connection.
 */
export class RunningAnswer {
  private readonly abort = new AbortController()
  private readonly subscribers: Subscribers
  private readonly writer: EventWriter
  private readonly used: Usage[] = []
  private readonly models = new ModelOutcomes()
  /** Milliseconds since 1970. */
  private firstWordAt: number | undefined
  private readonly timer = setTimeout(() => this.stop(new ApiError('service_timeout')), timeLimit)
  private readonly closing = Promise.withResolvers<void>()
  private outcome: Outcome | undefined
  private discarded = false

  constructor(
    readonly task: AnswerTask,
    private readonly events: EventLog,
    private readonly host: AnswerHost,
  ) {
    this.subscribers = new Subscribers(events, () => this.lastReaderLeft())
    this.writer = new EventWriter(events, () => this.subscribers.notify())
  }

  /** The event stream after the event with the id `after`. An abort of the signal is a closed connection. */
  read(after: number, signal: AbortSignal): ReadableStream<Uint8Array> {
    return this.subscribers.read(after, signal)
  }

  /** Writes the answer; resolves when the last event is there. */
  run(): Promise<void> {
    return collectModelOutcomes(this.models, () => this.write())
  }

  private async write(): Promise<void> {
    const { task, writer } = this
    let length = 0
    let failure: unknown
    /** What the reader has to know of the answer, below it. */
    const notice = (message: Notice) => {
      const words = message({}, { locale: questionLanguage(task.text) })
      writer.write({ event: 'data', data: { delta: `${length > 0 ? '\n\n' : ''}*${words}*` } })
    }
    try {
      writer.write({ event: 'control', data: { conversation_id: task.conversationId } })
      writer.write({ event: 'control', data: { info: infoOf(task, task.agent) } })
      const { signal } = this.abort
      await takeUntilAborted(await this.host.events(task, signal, this.used), signal, (event) => {
        if ('delta' in event && (length += event.delta.length) > maxCharacters) throw new ApiError('service_http_error')
        if (length > 0) this.firstWordAt ??= Date.now()
        // What calls of the model cost is counted where they are made.
        if ('usage' in event) return
        if ('selected' in event) writer.write({ event: 'control', data: { info: infoOf(task, event.selected) } })
        else if ('cut' in event) notice(cutNotices[event.cut])
        else return writer.write({ event: 'data', data: event })
      })
    } catch (error) {
      failure = error
      if (!this.outcome) {
        logFailure(error)
        if (isTooLong(error)) notice(m.answer_too_long)
      }
    }
    this.end(failure)
    await this.closing.promise
  }

  /** Ends the answer with what it has said so far, which is stored when this returns. */
  stop(reason: ApiError): void {
    this.abort.abort(reason)
    this.end(reason)
  }

  /**
   * The same, where the answer is about to be deleted, though it may have ended a moment ago: its readers get how it ended at
   * once, and nothing more of its text.
   */
  discard(): void {
    this.discarded = true
    this.stop(new ApiError('request_aborted_user'))
    this.subscribers.close(this.closingEvents(this.events.answer(), { auditId: null, title: undefined }))
    this.closing.resolve()
  }

  /** The first way to end stands, whatever comes after. */
  private end(failure: unknown): void {
    if (this.outcome) return
    clearTimeout(this.timer)
    this.writer.end()
    const { model, answerId } = this.task
    const measures = { firstWord: this.firstWord(), models: this.models.all(), refused: this.host.takeRefusals() }
    this.outcome = { ...outcomeOf(failure), model: model ?? 'builtin', usage: totalUsage(this.used), measures }
    const answer = this.events.answer()
    this.host.end(this.task, answer, this.outcome)
    const naming =
      this.outcome.status === 'done' ? this.host.name(this.task, answer.text, this.abort.signal) : undefined
    this.close(answer, this.host.auditId(answerId), naming).catch(this.closing.reject)
  }

  private async close(
    answer: AnswerSoFar,
    auditId: Promise<number | null>,
    naming: Promise<string | undefined> | undefined,
  ): Promise<void> {
    const { promise: late, resolve } = Promise.withResolvers<undefined>()
    const timer = setTimeout(resolve, closingWait)
    const [id, title] = await Promise.all([Promise.race([auditId, late]), naming && Promise.race([naming, late])])
    clearTimeout(timer)
    if (this.discarded) return
    this.events.close(this.closingEvents(answer, { auditId: id ?? null, title }))
    void this.subscribers.notify()
    this.closing.resolve()
  }

  /** Milliseconds from the question to the first word of its answer. */
  private firstWord(): number | null {
    return this.firstWordAt === undefined ? null : Math.max(0, this.firstWordAt - this.task.askedAt)
  }

  private closingEvents(answer: AnswerSoFar, known: { auditId: number | null; title: string | undefined }) {
    return closingEvents(this.task.answerId, answer, this.outcome!, known)
  }

  private lastReaderLeft() {
    if (!this.task.background) this.stop(new ApiError('request_aborted_user'))
  }
}

const infoOf = (task: AnswerTask, selected: AgentType): AnswerInfo => ({
  conversation_id: task.conversationId,
  conversation_title: task.conversationTitle,
  prompt_id: task.questionId,
  entry_id: task.answerId,
  audit_id: null,
  assistant_selected: selected,
  usage: null,
})

/** How an answer ended that failed so, or did not. */
export function outcomeOf(failure: unknown): Pick<Outcome, 'status' | 'errorCode'> {
  if (failure === undefined) return { status: 'done', errorCode: null }
  const code = failure instanceof ApiError ? failure.code : isBusy(failure) ? 'service_unavailable' : 'unexpected'
  return { status: code === 'request_aborted_user' ? 'stopped' : 'failed', errorCode: code }
}

/** Why an answer failed, without a word of what it was about. */
function logFailure(failure: unknown) {
  const { errorCode: code, status } = outcomeOf(failure)
  if (status !== 'stopped') log.error('answer_failed', { code, cause: failure })
}

type Notice = typeof m.answer_too_long

const cutNotices: Record<CutReason, Notice> = { length: m.answer_cut, filter: m.answer_filtered }
