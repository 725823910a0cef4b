import { prerender } from 'react-dom/static.edge'
import { describe, expect, test } from 'vitest'
import { type Block, BlockReader } from '~/ui/markdown/blocks.ts'
import { renderMarkdown } from '~/ui/markdown/render.tsx'
import { htmlOf } from '../harness/drawing.tsx'

/** All blocks of a text that arrives in pieces of `size` characters. */
function blocksOf(text: string, size = text.length): Block[] {
  const reader = new BlockReader()
  for (let end = size; end < text.length; end += size) reader.read(text.slice(0, end), false)
  reader.read(text, true)
  return reader.finished
}

const sources = (text: string) =>
  blocksOf(text).map((block) =>
    block.kind === 'code'
      ? `code ${block.code}`
      : block.kind === 'table'
        ? `table ${block.head}${block.rows}`
        : block.source.trim(),
  )

const sample = [
  'Intro **bold**\nsecond line\n',
  '# Title\nText right below\n## Sub\n',
  '- a\n- b\n\n- c\n\n  more of c\n\n      code in c\n',
  '* other list\n\n1. one\n   ```js\n   let x\n\n   x++\n   ```\n2. two\n',
  '```ts\nconst a = 1\n\n# no heading\n```\nright after\n~~~\n```\n~~~\n',
  '| a | b |\n|---|---|\n| 1 | `x|y` |\n| 2 | \\| |\n> quote\n\n> two\nlazy\n',
  '$$\nx\n$$\n\n\\[\ny\n- z\n\\]\n',
  '<!-- comment\n\nstill -->\n\n<details>\n<summary>s</summary>\n\ninside\n\n</details>\n',
  'Setext\n===\n\n[ref]: /files/5\n\nA [link][ref] and a note[^1].\n\n[^1]: The note\n\n    goes on\n',
  '   ```\n   indented fence\n\ncol 0\n   ```\n\n    indented code\n\n    same block\n\nend',
].join('\n')

describe('blocks', () => {
  test('a list of very many items is several, each of which is drawn by itself, and their numbers go on', async () => {
    const numbered = Array.from({ length: 1000 }, (_, index) => `${index + 1}. a\n`).join('')
    const blocks = blocksOf(numbered)
    expect(blocks.length).toBeGreaterThan(2)
    expect(blocks.map((block) => block.kind === 'text' && block.source).join('')).toBe(numbered)
    const html = await htmlOf(numbered)
    expect(html.match(/<li>/g)).toHaveLength(1000)
    expect(html).toContain(`<ol start="101">`)
    for (const list of ['- a\n', ' - a\n', '* a\n\n', '1. a\n']) expect(blocksOf(list.repeat(5000)).length).toBe(50)
  })

  test('a paragraph of very many lines is several, none of whose lines is lost', () => {
    for (const line of ['a\n', 'a  \n', '    a\n', '> a\n']) {
      const blocks = blocksOf(line.repeat(5000))
      expect(blocks.map((block) => block.kind === 'text' && block.source).join('')).toBe(line.repeat(5000))
      expect(blocks).toHaveLength(5)
    }
    for (const held of ['- a\n', '<div>\n']) expect(blocksOf(`${held}${'  a\n'.repeat(5000)}`)).toHaveLength(1)
  })

  test('each is cut where Markdown certainly begins another', () => {
    expect(sources('a\nb\n\nc\n# d\ne\n```js\nx\n\ny\n```\nf\n\n| a |\n|---|\n| 1 |\n- g\n\n- h\n\ni')).toEqual([
      'a\nb',
      'c',
      '# d',
      'e',
      'code x\n\ny',
      'f',
      'table | a |\n|---|\n| 1 |\n',
      '- g\n\n- h',
      'i',
    ])
  })

  test('an underlined heading ends a block of eight lines, but for what may be no heading', () => {
    const eight = 'a\n===\n'.repeat(4)
    expect(sources(`${eight}b\nc\n---\nd`)).toEqual([`${eight}b\nc\n---`, 'd'])
    for (const before of ['> a\n', '[a]: b\n', '- a\n', '$$\n', '<p>\n', 'a\n> b\n'])
      expect(sources(`${before}${eight}c`)).toEqual([`${before}${eight}c`])
  })

  test('what a <details> holds stays in it, blank lines, headings and code too', () => {
    const details = '<details>\n<summary>s</summary>\n\ninside\n\n## more\n\n```js\nx\n```\n\n</details>'
    expect(sources(`a\n\n${details}\n\nb\n\nc`)).toEqual(['a', details, 'b', 'c'])
  })

  test('a <details> that is never closed holds no more than two hundred lines', () => {
    expect(sources(`<details>\n\n${'line\n\n'.repeat(300)}`)).toHaveLength(102)
  })

  test.each([1, 2, 3, 7, 40])('text that arrives in pieces of %i is cut the same as at once', (size) => {
    expect(blocksOf(sample, size)).toEqual(blocksOf(sample))
  })

  test('a finished block stays the same object while the text grows', () => {
    const reader = new BlockReader()
    reader.read('a\n\nb\n\nc', false)
    const [first] = reader.finished
    reader.read('a\n\nb\n\nc and more\n\nd', false)
    expect(reader.finished[0]).toBe(first)
  })

  test('an open fence shows its lines, but not the closing marks before the line is whole', () => {
    const reader = new BlockReader()
    expect(reader.read('```js\nlet x\n``', false)).toMatchObject([
      { kind: 'code', language: 'js', code: 'let x', open: true },
    ])
  })

  test('drawn block by block, a text is the same as drawn in one', async () => {
    // Footnotes are gathered from all blocks, so that one block alone has none.
    const text = sample.replace(' and a note[^1]', '').replace(/\[\^1\]: .*\n\n.*\n/, '')
    const { prelude } = await prerender(renderMarkdown(text, { remarkPlugins: [], components: {} }))
    expect(elementsOf(await htmlOf(text))).toEqual(elementsOf(await new Response(prelude).text()))
  })
})

/** The elements that carry meaning, in order, with the text below them; not what only frames them. */
const elementsOf = (html: string) =>
  html
    .replace(/<figcaption>.*?<\/figcaption>|<link [^>]*>|<!--.*?-->/gs, '')
    .replace(/<\/?(div|figure|tbody|span|section)[^>]*>/g, '')
    .replace(/<(\w+)[^>]*>/g, '<$1>')
    .replace(/\s+/g, '')
