// oxlint-disable no-underscore-dangle -- the page's handle is known by this name
import type { Browser, CDPSession, Page } from 'playwright'
import { parameters } from './parameters.ts'

/** What drawing an answer cost and drew. */
export interface Measured {
  /** Milliseconds for which the main thread was busy, and those of them in scripts. */
  busy: number
  script: number
  /** Headings, tables, code blocks, formulas and list items at the end. */
  elements: Record<string, number>
  /** Whether all of the answer was drawn before the time ran out. */
  complete: boolean
}

/** Streams an answer into a page's renderer, token by token, the page scrolled to its end with each frame. */
export const measureStream = (browser: Browser, url: string, text: string) =>
  measure(browser, url, (page) => page.evaluate(stream, { text, ...parameters }))

/** Gives a page's renderer a whole answer at once. */
export const measureMount = (browser: Browser, url: string, text: string) =>
  measure(browser, url, (page) => page.evaluate(mount, text))

async function measure(browser: Browser, url: string, run: (page: Page) => Promise<boolean>): Promise<Measured> {
  const page = await browser.newPage({ viewport: parameters.viewport })
  try {
    await page.goto(url)
    await page.evaluate(() => window.__rig.ready)
    await page.waitForTimeout(500)
    const session = await page.context().newCDPSession(page)
    await session.send('Performance.enable', { timeDomain: 'threadTicks' })
    const before = await metrics(session)
    const complete = await run(page)
    const after = await metrics(session)
    const spent = (name: string) => Math.round((after[name]! - before[name]!) * 1000)
    return {
      busy: spent('TaskDuration'),
      script: spent('ScriptDuration'),
      elements: await page.evaluate(countElements),
      complete,
    }
  } finally {
    await page.close()
  }
}

async function metrics(session: CDPSession): Promise<Record<string, number>> {
  const { metrics } = await session.send('Performance.getMetrics')
  return Object.fromEntries(metrics.map(({ name, value }) => [name, value]))
}

// The following run in the page.

function stream({ text, tokenLength, tokensPerFrame, timeout }: { text: string } & typeof parameters) {
  const { push, end, scroller } = window.__rig
  const start = performance.now()
  return new Promise<boolean>((resolve) => {
    let at = 0
    const frame = () => {
      if (at >= text.length || performance.now() - start > timeout) {
        end()
        requestAnimationFrame(() => setTimeout(() => resolve(at >= text.length), 300))
        return
      }
      for (let token = 0; token < tokensPerFrame; token++, at += tokenLength) push(text.slice(at, at + tokenLength))
      scroller.scrollTop = scroller.scrollHeight
      requestAnimationFrame(frame)
    }
    requestAnimationFrame(frame)
  })
}

function mount(text: string) {
  window.__rig.push(text)
  window.__rig.end()
  return new Promise<boolean>((resolve) => requestAnimationFrame(() => setTimeout(() => resolve(true), 1500)))
}

function countElements(): Record<string, number> {
  const selectors = {
    headings: 'h1, h2, h3, h4, h5, h6',
    tables: 'table',
    code: 'pre',
    formulas: '.katex',
    items: 'li',
  }
  return Object.fromEntries(
    Object.entries(selectors).map(([name, selector]) => [name, window.__rig.root.querySelectorAll(selector).length]),
  )
}
