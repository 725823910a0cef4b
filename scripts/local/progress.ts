const redrawEvery = 120
const spinner = ['⠋', '⠙', '⠹', '⠸', '⠼', '⠴', '⠦', '⠧', '⠇', '⠏']

/** Tells of the steps of a start. */
export interface Steps {
  /**
   * Runs a step and tells when it is done.
   * @param work may say, in a few words, what was done
   */
  step<T>(name: string, work: (done: (text: string) => void) => Promise<T>): Promise<T>
}

/**
 * Shows what is going on: a line for each step that is done and, on a terminal, one moving line with the steps that
 * run. Without a terminal a step also has a line when it begins.
 */
export class Progress implements Steps {
  readonly #out: NodeJS.WriteStream
  readonly #running = new Map<string, number>()
  #frame = 0
  #timer: NodeJS.Timeout | undefined

  constructor(out: NodeJS.WriteStream = process.stdout) {
    this.#out = out
  }

  async step<T>(name: string, work: (done: (text: string) => void) => Promise<T>): Promise<T> {
    const begun = performance.now()
    let text = ''
    this.#running.set(name, begun)
    if (this.#out.isTTY) this.#timer ??= setInterval(() => this.#draw(), redrawEvery)
    else this.#out.write(`… ${name}\n`)
    try {
      const result = await work((line) => (text = line))
      this.#line(`✓ ${name}${text && `: ${text}`} (${seconds(begun)})`)
      return result
    } finally {
      this.#running.delete(name)
      if (this.#running.size === 0) this.stop()
    }
  }

  /** Tells what is no step. */
  say(text: string): void {
    this.#line(text)
  }

  /** Takes the moving line away. */
  stop(): void {
    clearInterval(this.#timer)
    this.#timer = undefined
    this.#clear()
  }

  #line(text: string) {
    this.#clear()
    this.#out.write(`${text}\n`)
  }

  #draw() {
    const steps = [...this.#running].map(([name, begun]) => `${name} ${seconds(begun)}`).join(' · ')
    const text = `${spinner[this.#frame++ % spinner.length]} ${steps}`
    this.#clear()
    this.#out.write(text.slice(0, this.#out.columns - 1))
  }

  #clear() {
    if (this.#out.isTTY) this.#out.write('\r\u001B[K')
  }
}

const seconds = (since: number) => `${((performance.now() - since) / 1000).toFixed(1)} s`
