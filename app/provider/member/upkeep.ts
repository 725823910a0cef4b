import { indexWaiting } from '~/provider/conversations/search/index-waiting.ts'
import { log } from '~/provider/log/log.ts'
import type { Answers } from './answers.ts'

/** Milliseconds between two looks at answers that are being written; they also keep the object in memory without readers. */
const watchInterval = 20_000
/** Milliseconds until what was not taken is delivered again. */
const retryInterval = 30_000

/** What a member's object does by its alarm: delivers what it owes, indexes what waits for it, and forgets old events. */
export class Upkeep {
  /** Nothing is left, not even the tables. */
  erased = false

  constructor(
    private readonly storage: DurableObjectStorage,
    private readonly answers: Answers,
  ) {}

  /** Has it done within a second, whoever may be killed meanwhile. */
  soon(): void {
    void this.storage.setAlarm(Date.now() + 1000)
  }

  /** Ends answers that nobody writes, so that none of them holds a place. */
  endAbandoned(): void {
    if (this.answers.endAbandoned()) this.soon()
  }

  /** Does what there is to do now, and sets the alarm for what is left. */
  async run(): Promise<void> {
    if (this.erased) return
    const { answers, storage } = this
    answers.endAbandoned()
    const delivered = await answers.outbox.deliver().then(
      () => true,
      (error: unknown) => log.error('outbox_not_delivered', { cause: error }) ?? false,
    )
    if (storage.kv.get('erased')) {
      if (delivered && answers.isIdle()) return this.erase()
      return storage.setAlarm(Date.now() + retryInterval)
    }
    const more = indexWaiting(storage)
    const due = [
      more ? Date.now() : undefined,
      answers.isIdle() ? undefined : Date.now() + watchInterval,
      delivered ? undefined : Date.now() + retryInterval,
      answers.forgetEvents(),
    ].filter((time) => time !== undefined)
    if (due.length > 0) await storage.setAlarm(Math.min(...due))
  }

  private async erase(): Promise<void> {
    this.erased = true
    await this.storage.deleteAlarm()
    await this.storage.deleteAll()
  }
}
