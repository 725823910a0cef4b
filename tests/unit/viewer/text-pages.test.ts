import { describe, expect, it } from 'vitest'
import { readPlainText } from '~/provider/documents/plain.ts'
import { textPages } from '~/viewer/text-pages.ts'

describe('the pages of a text', () => {
  it.each([
    ['', 'nothing'],
    ['one line', 'a short text'],
    ['first\fsecond\f\flast', 'form feeds'],
    [Array.from({ length: 3000 }, (_, line) => `line ${line} of many`).join('\n'), 'many lines'],
    ['x'.repeat(45_000), 'one long line'],
    [`${'あ'.repeat(19_999)}\n${'い'.repeat(30_000)}\n\fend`, 'a line end just before the cut'],
  ])('are those of the indexed text: %#', async (text) => {
    const indexed = await readPlainText(new TextEncoder().encode(text))
    expect(textPages(text)).toEqual(indexed.map((page) => page.text))
  })
})
