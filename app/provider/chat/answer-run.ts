import { DurableObject } from 'cloudflare:workers'
import type { AgentType, AnswerInfo, Usage } from '~/contract/chat.ts'
import { ApiError, type ErrorCode } from '~/contract/errors.ts'
import { m } from '~/paraglide/messages'
import { type AgentEvent, agentOf } from '~/provider/agents/index.ts'
import { openDatabase } from '~/provider/db/index.ts'
import { storeGenerated } from '~/provider/files/store-generated.ts'
import { log } from '~/provider/log/log.ts'
import { queueIndexing } from '~/provider/queue/queue-indexing.ts'
import { questionLanguage } from '~/provider/builtin/language.ts'
import { counted } from '~/provider/models/counted.ts'
import { isTooLong } from '~/provider/models/fit-prompt.ts'
import { openImageModel } from '~/provider/models/images/index.ts'
import { openModel } from '~/provider/models/index.ts'
import type { CutReason } from '~/provider/models/model.ts'
import { openReranker } from '~/provider/models/reranker.ts'
import { totalUsage } from '~/provider/models/usage.ts'
import { openVectors } from '~/provider/search/vectors.ts'
import { recordAnswer } from '~/provider/audits/record-answer.ts'
import { tablesOf } from '~/provider/sandbox/open.ts'
import { EventLog } from './event-log.ts'
import { EventWriter } from './event-writer.ts'
import { fenceOf } from './fence.ts'
import { closingEvents, restated, saveAnswer } from './finalize.ts'
import { nameConversation } from './name-conversation.ts'
import { Readers } from './readers.ts'
import { eventStream } from './sse.ts'
import { type AnswerTask, keptFor, type Outcome, recordOf, type RunRecord } from './task.ts'
import { takeUntilAborted } from './until-aborted.ts'

/** Milliseconds between two looks of the alarm at a run that goes on; they also keep the object in memory without readers. */
const watchInterval = 20_000
/** The longest an answer may take, in milliseconds. */
const timeLimit = 10 * 60 * 1000
/** The longest that the end of an answer waits for the conversation's title, in milliseconds. */
const titlePatience = 2000
/** Characters of an answer: a row of the audits holds 2 MB, with the question and the sources. */
const longestAnswer = 400_000

/**
 * One running answer: generates it, keeps its events, lets any number of readers follow, and stores it at the end.
 * It belongs to no connection. What it knows of the run is on disk, so that an instance that finds a run which nobody
 * generates any more ends it as `answer_interrupted` with the text so far.
 */
export class AnswerRun extends DurableObject<Env> {
  private readonly log = new EventLog(this.ctx.storage)
  private readonly readers = new Readers(this.log, () => this.lastReaderLeft())
  private readonly abort = new AbortController()
  /** Settles when the run has ended; there is one only while this instance works on it. */
  private work: Promise<void> | undefined
  /** The answer is deleted: it does not begin again. */
  private forgotten = false

  /** Starts the answer. A repetition, or a start after the end, does nothing. */
  async start(task: AnswerTask): Promise<void> {
    if (this.forgotten || !this.log.open(recordOf(task))) return
    this.work = this.generate(task)
    this.ctx.waitUntil(this.work)
    await this.ctx.storage.setAlarm(Date.now() + watchInterval)
  }

  /**
   * Sees to it that the run ends if nobody generates it any more, or at once where `cancel` says so; resolves when it
   * has ended, or is going on well. `record` is for the case that the run was never started.
   */
  async settle(record: RunRecord, { cancel }: { cancel: boolean }): Promise<void> {
    this.log.open(record)
    if (cancel) this.abort.abort(new ApiError('request_aborted_user'))
    if (this.work && !cancel) return
    await this.endIfAbandoned(cancel ? 'request_aborted_user' : 'answer_interrupted')
    await this.work
  }

  /**
   * Ends the run, if it goes on, and leaves nothing of it but its audit: its conversation, or its question, was deleted.
   * `record` is for the case that the run was never started.
   */
  async forget(record: RunRecord | undefined): Promise<void> {
    this.forgotten = true
    this.abort.abort(new ApiError('request_aborted_user'))
    if (record) this.log.open(record)
    if (!this.log.record()) return
    this.log.markForgotten()
    await this.work
    await this.endIfAbandoned('request_aborted_user')
    await this.wipe()
  }

  /** Reads: `?after=` is the id of the last event that the reader has. 404 where there are no events (any more). */
  override async fetch(request: Request): Promise<Response> {
    if (!this.log.record()) return new Response(null, { status: 404 })
    this.ctx.waitUntil(this.endIfAbandoned('answer_interrupted'))
    const after = Number(new URL(request.url).searchParams.get('after'))
    return eventStream(this.readers.read(after, request.signal))
  }

  override async alarm(): Promise<void> {
    if (!this.log.record()) return
    if (this.log.closed() && this.log.saved()) return this.wipe()
    if (!this.work || this.log.closed()) await this.endIfAbandoned('answer_interrupted')
    if (!this.log.saved()) await this.ctx.storage.setAlarm(Date.now() + watchInterval)
    else if (this.log.isForgotten()) await this.wipe()
  }

  /** Leaves nothing, unless the database has not got all of it yet: the alarm comes back to that. */
  private async wipe(): Promise<void> {
    const record = this.log.record()
    if (!record || !this.log.saved()) return
    this.readers.dismiss(this.log.closing())
    await this.ctx.storage.deleteAlarm()
    await this.log.wipe()
  }

  private async generate(task: AnswerTask): Promise<void> {
    const writer = new EventWriter(this.log, () => this.readers.tell())
    const timer = setTimeout(() => this.abort.abort(new ApiError('service_timeout')), timeLimit)
    const used: Usage[] = []
    let length = 0
    let failure: unknown
    /** What the reader has to know of the answer, below it. */
    const notice = (message: Notice) => {
      const words = message({}, { locale: questionLanguage(task.question) })
      writer.write({ event: 'data', data: { delta: `${length > 0 ? '\n\n' : ''}*${words}*` } })
    }
    try {
      writer.write({ event: 'control', data: { conversation_id: task.conversationId } })
      writer.write({ event: 'control', data: { info: infoOf(task, task.agent) } })
      const fence = await fenceOf(this.env, task.conversationId)
      await takeUntilAborted(this.eventsOf(task, fence, used), this.abort.signal, (event) => {
        if ('delta' in event && (length += event.delta.length) > longestAnswer) throw new ApiError('service_http_error')
        // What calls of the model cost is counted where they are made.
        if ('usage' in event) return
        if ('selected' in event) writer.write({ event: 'control', data: { info: infoOf(task, event.selected) } })
        else if ('cut' in event) notice(cutNotices[event.cut])
        else return writer.write({ event: 'data', data: event })
      })
    } catch (error) {
      failure = error
      logFailure(error)
      if (isTooLong(error)) notice(m.answer_too_long)
    }
    clearTimeout(timer)
    writer.end()
    const outcome = {
      ...outcomeOf(failure),
      model: task.model ?? 'builtin',
      usage: totalUsage(used),
      endedAt: Date.now(),
    }
    const naming = outcome.status === 'done' ? this.name(task) : undefined
    await this.end(outcome, { naming })
  }

  /** Goes on behind the answer's end where it takes longer than that waits. */
  private name(task: AnswerTask): Promise<string | undefined> {
    const naming = nameConversation(this.env, task, this.log.answer().text, this.abort.signal)
    this.ctx.waitUntil(naming)
    const { promise: late, resolve } = Promise.withResolvers<undefined>()
    const timer = setTimeout(resolve, titlePatience)
    return Promise.race([naming, late]).finally(() => clearTimeout(timer))
  }

  private eventsOf(task: AnswerTask, fence: string, used: Usage[]): AsyncGenerator<AgentEvent> {
    return agentOf(task.agent)({
      question: task.question,
      organizationId: task.asked.organizationId,
      conversationId: task.conversationId,
      history: task.history,
      groupIds: task.groupIds,
      fileIds: task.fileIds,
      usableAgents: task.usableAgents,
      language: task.language,
      setting: { ...task.asker, fence },
      model: task.model === null ? undefined : counted(openModel(this.env, task.model), (usage) => used.push(usage)),
      imageModel: openImageModel(this.env),
      vectors: openVectors(this.env),
      reranker: openReranker(this.env),
      db: this.env.DB,
      library: this.env,
      bucket: this.env.FILES,
      reader: this.env.READER,
      assets: this.env.ASSETS,
      tables: () => tablesOf(this.env, task.conversationId),
      store: (file) => storeGenerated(this.env, task, file),
      signal: this.abort.signal,
    })
  }

  /** Ends a run that no instance works on: the one that did was killed, or could not store the answer. */
  private endIfAbandoned(code: ErrorCode): Promise<void> {
    if (this.log.closed() && this.log.saved()) return Promise.resolve()
    if (this.log.closed()) this.work = undefined
    const outcome = { ...outcomeOf(new ApiError(code)), model: null, usage: null, endedAt: Date.now() }
    this.work ??= this.end(outcome, { abandoned: true })
    return this.work
  }

  /** Stores the answer and closes its log. Repeatable: what is done already stays as it is. */
  private async end(wanted: Outcome, { abandoned = false, naming }: Ending = {}): Promise<void> {
    const record = this.log.record()!
    const outcome = this.log.decide(wanted)
    const answer = this.log.answer()
    let auditId: number | null = null
    try {
      auditId = await recordAnswer(this.env, record, answer, outcome)
      await saveAnswer(openDatabase(this.env.DB), record, answer, outcome)
      this.log.markSaved()
      this.ctx.waitUntil(queueIndexing(this.env))
    } catch (error) {
      // The alarm tries again; readers need not wait for it.
      log.error('answer_not_saved', { entry: record.entryId, cause: error })
    }
    const title = await naming
    if (!this.log.closed()) {
      if (abandoned) this.log.goOn()
      this.log.close([
        ...(abandoned ? restated(answer) : []),
        ...closingEvents(record, answer, outcome, { auditId, title }),
      ])
      this.readers.tell()
    }
    await this.ctx.storage.setAlarm(Date.now() + (this.log.saved() ? keptFor : watchInterval))
  }

  private lastReaderLeft() {
    if (!this.log.record()?.background) this.abort.abort(new ApiError('request_aborted_user'))
  }
}

/** How a run comes to its end: after nobody worked on it, or while its conversation is given a title. */
interface Ending {
  abandoned?: boolean
  naming?: Promise<string | undefined> | undefined
}

function infoOf(task: AnswerTask, selected: AgentType): AnswerInfo {
  return {
    conversation_id: task.conversationId,
    conversation_title: task.conversationTitle,
    prompt_id: task.questionId,
    entry_id: task.entryId,
    audit_id: null,
    assistant_selected: selected,
    usage: null,
  }
}

function outcomeOf(failure: unknown): Pick<Outcome, 'status' | 'errorCode'> {
  if (failure === undefined) return { status: 'done', errorCode: null }
  const code = failure instanceof ApiError ? failure.code : 'unexpected'
  return { status: code === 'request_aborted_user' ? 'stopped' : 'failed', errorCode: code }
}

/** Why an answer failed, without a word of what it was about. */
function logFailure(failure: unknown) {
  const { errorCode: code, status } = outcomeOf(failure)
  if (status === 'stopped') return
  log.error('answer_failed', { code, cause: failure })
}

type Notice = typeof m.answer_too_long

const cutNotices: Record<CutReason, Notice> = { length: m.answer_cut, filter: m.answer_filtered }
