import type { BrowserContext, Page, Route } from 'playwright'
import type { randomFrom } from '../../random.ts'

/** Milliseconds for which one thing goes wrong, and between two of them. */
const lasts = { least: 150, most: 2500 }
const pause = 700

const wrongs = ['offline', 'unheard', 'unanswered', 'overloaded', 'expired', 'ended', 'replaced', 'slow'] as const
type Wrong = (typeof wrongs)[number]

/** What is between a browser and the product: one thing after another goes wrong there, drawn by `random`, until it is over. */
export class Network {
  /** What went wrong, and how often. */
  readonly counts = new Map<Wrong, number>()
  readonly #context: BrowserContext
  readonly #random: ReturnType<typeof randomFrom>
  /** Tabs of a version that is no longer served, until they are loaded anew. */
  readonly #replaced = new Set<Page>()
  #now: Wrong | undefined
  #isOver = false

  constructor(context: BrowserContext, random: ReturnType<typeof randomFrom>) {
    this.#context = context
    this.#random = random
  }

  /** @returns what ends it, once all works again */
  async break(): Promise<() => Promise<void>> {
    await this.#context.route('**/*', (route) => this.answer(route).catch(() => route.abort().catch(() => {})))
    const ended = this.keepBreaking()
    return async () => {
      this.#isOver = true
      await ended
    }
  }

  private async keepBreaking() {
    while (!this.#isOver) {
      await this.wait(this.#random() * pause)
      const wrong = wrongs[Math.floor(this.#random() * wrongs.length)]!
      this.counts.set(wrong, (this.counts.get(wrong) ?? 0) + 1)
      await this.begin(wrong)
      await this.wait(lasts.least + this.#random() * (lasts.most - lasts.least))
      this.#now = undefined
      if (wrong === 'offline') await this.#context.setOffline(false)
    }
  }

  private async begin(wrong: Wrong) {
    this.#now = wrong
    if (wrong === 'offline') await this.#context.setOffline(true)
    if (wrong === 'replaced') for (const page of this.#context.pages()) this.#replaced.add(page)
    if (wrong !== 'expired' && wrong !== 'ended') return
    const cookies = (await this.#context.cookies()).filter(({ name }) => name === 'session')
    await this.#context.addCookies(cookies.map((cookie) => ({ ...cookie, value: 'not.a.token' })))
  }

  private async answer(route: Route) {
    const request = route.request()
    const { pathname } = new URL(request.url())
    const isCall = pathname.startsWith('/_serverFn/')
    const page = request.isNavigationRequest() ? undefined : request.frame().page()
    if (request.isNavigationRequest()) this.#replaced.delete(request.frame().page())
    else if (page && this.#replaced.has(page) && pathname.startsWith('/assets/')) return route.fulfill({ status: 404 })
    else if (page && this.#replaced.has(page) && isCall) return route.fulfill({ status: 410 })
    if (this.#now === 'slow') await this.wait(this.#random() * 800)
    if (!isCall) return route.continue()
    switch (this.#random() < 0.8 ? this.#now : undefined) {
      case 'unheard':
        return route.abort()
      case 'unanswered':
        // The product has it, and whoever called never learns what it said.
        await route.fetch()
        return route.abort()
      case 'overloaded':
        return route.fulfill({ status: 502, contentType: 'text/html', body: '<h1>Bad gateway</h1>' })
      case 'ended':
        return route.continue({ headers: { ...request.headers(), authorization: 'Bearer not.a.token' } })
      default:
        return route.continue()
    }
  }

  private wait(milliseconds: number) {
    return new Promise((resolve) => setTimeout(resolve, milliseconds))
  }
}
