import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { type MarkdownExtension, renderMarkdown } from '~/ui/markdown/render.tsx'
import { Table } from '~/ui/markdown/table-block.tsx'
import { wordTableOf } from '~/ui/markdown/word-rows.tsx'
import { wordsOf } from '~/ui/markdown/words.ts'

const extension: MarkdownExtension = { remarkPlugins: [], components: {} }

/** A block as the parser reads it: after a definition it is not words alone, and the definition draws nothing. */
const parsed = (source: string) =>
  renderToStaticMarkup(renderMarkdown(`[never]: called\n\n${source}`, extension)).replace(/^\n|\n$/g, '')

test.each([
  ['Revenue grew in 2026, by 5 % (or so); costs did not!', 'p'],
  ['2026 was a good year.\n\n', 'p'],
  ['「売上」は伸びました。', 'p'],
  ['## Costs: what they are', 'h2'],
])('%j is words', (source, tagName) => {
  expect(wordsOf(source)?.tagName).toBe(tagName)
})

test.each([
  '- item',
  '2. item',
  '> quote',
  '    code',
  'a\n---',
  'a *b*',
  '$x$',
  'AT&amp;T',
  '[:&1]',
  'www.example.com',
  'HTTPS://example.com',
  'a@example.com',
  'مرحبا',
  '## Closed ##',
])('%j is not', (source) => {
  expect(wordsOf(source)).toBeNull()
})

test('a line of words is drawn as the parser would draw it, whatever it is made of', () => {
  const lines = combinations(1500, [...tokens, '# ', '## ', '\n', '1. ', '- ', '===', '    ']).filter(wordsOf)
  expect(lines.length).toBeGreaterThan(200)
  for (const line of lines) expect(renderToStaticMarkup(renderMarkdown(line, extension)), line).toBe(parsed(line))
})

test('a table of words is drawn as the parser would draw it, whatever its rows are made of', () => {
  const rows = combinations(1500, [...tokens, '|', '|', ' | ', '---']).map((row) => `|${row}`.trimEnd())
  let drawn = 0
  for (let at = 0; at + 2 < rows.length; at += 2) {
    const head = '| a | b | c |\n|:-:|--:|---|\n'
    const body = `${rows[at]}\n${rows[at + 1]}`
    if (!wordTableOf(head, body)) continue
    drawn++
    const table = <Table head={head} rows={body} definitions="" extension={extension} />
    expect(renderToStaticMarkup(table), body).toBe(parsed(head + body))
  }
  expect(drawn).toBeGreaterThan(200)
})

const tokens = [...'7é、。 #=+-.,:;!?(){}%^"\'/*~&']
tokens.push('word', 'Two words', '日本語', '“quoted”', '1)', '\u3000', '  ', 'www', 'http', '//', '~~', '**')

/** Texts of up to eight of the pieces, always the same (Numerical Recipes' linear congruential generator). */
function combinations(count: number, pieces: string[]): string[] {
  let state = 1
  const next = (below: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return (state >>> 8) % below
  }
  return Array.from({ length: count }, () =>
    Array.from({ length: 1 + next(8) }, () => pieces[next(pieces.length)]).join(''),
  )
}
