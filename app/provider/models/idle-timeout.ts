import { ApiError } from '~/contract/errors.ts'

/** Milliseconds that a model may be silent, at first and between two pieces. */
export const idleTimeoutMs = 30_000

/** Ends a request whose service says nothing for too long; `signal` aborts then, or with the caller's. */
export class IdleTimeout {
  readonly signal: AbortSignal
  private readonly timeout = new AbortController()
  private timer: ReturnType<typeof setTimeout>
  private last = Date.now()

  /** `idleTimeoutMs` is in milliseconds. */
  constructor(
    private readonly idleTimeoutMs: number,
    caller: AbortSignal,
  ) {
    this.signal = AbortSignal.any([this.timeout.signal, caller])
    this.timer = setTimeout(() => this.check(), idleTimeoutMs)
  }

  touch() {
    this.last = Date.now()
  }

  end() {
    clearTimeout(this.timer)
  }

  /** One timer for the whole request: a new one for each piece would cost more than reading it. */
  private check() {
    const left = this.last + this.idleTimeoutMs - Date.now()
    if (left > 0) this.timer = setTimeout(() => this.check(), left)
    else this.timeout.abort(new ApiError('service_timeout'))
  }
}
