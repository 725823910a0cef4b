import { describe, expect, test } from 'vitest'
import { htmlOf } from '../harness/drawing.tsx'

describe('Japanese emphasis', () => {
  test.each([
    ['**この文は太字になります。**この文のせいで。', '<strong>この文は太字になります。</strong>'],
    ['これは**「重要なこと」**です。', '<strong>「重要なこと」</strong>'],
    ['1.  **新規アプリの追加（NEW APP）**を選択します。', '<strong>新規アプリの追加（NEW APP）</strong>'],
    ['**重要：**注意してください。', '<strong>重要：</strong>'],
    ['~~削除（旧）。~~新しい文。', '<del>削除（旧）。</del>'],
  ])('%s', async (text, element) => {
    expect(await htmlOf(text)).toContain(element)
  })
})

describe('GFM', () => {
  test('a table has its heading, its rows and their alignment', async () => {
    const html = await htmlOf('| a | b |\n|---|--:|\n| 1 | 2 |\n| 3 | 4 |\n\nafter')
    expect(html.match(/<thead>/g)).toHaveLength(1)
    expect(html.match(/<tr>/g)).toHaveLength(3)
    expect(html).toContain('<td style="text-align:right">4</td>')
    expect(html).toMatch(/<p>after<\/p>$/)
  })

  test('a task list shows what is done', async () => {
    expect(await htmlOf('- [x] done\n- [ ] open')).toMatch(/☑ done.*☐ open/s)
  })

  test('a price in tildes is not struck through', async () => {
    expect(await htmlOf('~5 minutes and ~10 minutes')).toBe('<p>~5 minutes and ~10 minutes</p>')
  })
})

describe('an address is a link by itself', () => {
  test.each([
    ['See www.example.com for more', 'http://www.example.com'],
    ['See https://example.com/a for more', 'https://example.com/a'],
    ['Write to a.b@example.com', 'mailto:a.b@example.com'],
    ['| a |\n|---|\n| www.example.com |', 'http://www.example.com'],
  ])('%s', async (text, href) => {
    expect(await htmlOf(text)).toContain(`href="${href}"`)
  })

  test.each([
    ['Write to a.b\\@example.com', 'Write to a.b@example.com'],
    ['See www\\.example.com for more', 'See www.example.com for more'],
    ['See http:\\//example.com for more', 'See http://example.com for more'],
  ])('unless it is escaped, as in the words of a document: %s', async (text, drawn) => {
    expect(await htmlOf(text)).toBe(`<p>${drawn}</p>`)
  })
})

describe('what blocks say about each other', () => {
  test('a link finds its definition, before or after it', async () => {
    const text =
      '[a]: https://a.example\n\nSee [A] and [the other][b].\n\n# Between\n\n[B]: https://b.example "title"\n'
    const html = await htmlOf(text)
    expect(html).toContain('<a href="https://a.example">A</a>')
    expect(html).toContain('<a href="https://b.example" title="title">the other</a>')
  })

  test('footnotes are numbered in the order of their calls and drawn once, at the end', async () => {
    const html = await htmlOf(
      'One[^b], two[^a].\n\n[^a]: Note **A**\n\n[^b]: Note B\n\n    goes on\n\nAgain[^b].\n\n[^c]: never called',
    )
    expect(html.match(/<sup>/g)).toHaveLength(3)
    expect(html.replace(/<[^>]+>/g, '').replace(/\s+/g, ' ')).toBe('One1, two2.Again1.Note B goes onNote A')
    expect(html).not.toContain('never called')
  })

  test('a call of a footnote that does not exist stays text', async () => {
    expect(await htmlOf('An index[^9].')).toBe('<p>An index[^9].</p>')
  })
})

test('a list that is too long to be read with each frame is whole in the end', async () => {
  const html = await htmlOf(Array.from({ length: 1000 }, (_, index) => `- **item** ${index}`).join('\n'))
  expect(html.match(/<li>/g)).toHaveLength(1000)
  expect(html).toContain('<strong>item</strong> 999</li>')
})

test('lines of code are one text until they have colours, in elements of forty whose height is known', async () => {
  const html = await htmlOf(`\`\`\`ts\n${'const a = 1\n\n'.repeat(250)}a\n\`\`\``)
  const chunks = [...html.matchAll(/<span class="code-chunk" style="--lines:(\d+)">([^<]*)<\/span>/g)]
  expect(chunks.map(([, lines]) => Number(lines))).toEqual([...Array.from({ length: 12 }, () => 40), 21])
  expect(chunks.map(([, , text]) => text).join('')).toBe(`${'const a = 1\n\n'.repeat(250)}a\n`)
})

describe('Arabic script', () => {
  test('is drawn right to left, block by block', async () => {
    const html = await htmlOf(
      'مرحبا بالعالم\n\nHello\n\n- عنصر\n- English item\n\n| اسم | قيمة |\n|---|---|\n| أ | x |\n\n> اقتباس',
    )
    expect(html).toContain('<p dir="rtl">مرحبا')
    expect(html).toContain('<p>Hello</p>')
    expect(html).toContain('<ul dir="rtl">')
    expect(html).toContain('<li dir="ltr">English item</li>')
    expect(html).toMatch(/dir="rtl"[^>]*><table>/)
    expect(html).toContain('<blockquote dir="rtl">')
  })

  test('leaves code left to right', async () => {
    expect(await htmlOf('مرحبا `code`')).toContain('<code dir="ltr">code</code>')
  })
})
