import { describe, expect, test } from 'vitest'
import { openCsv } from '~/provider/agents/translation/open-csv.ts'
import { openMarkdown } from '~/provider/agents/translation/open-markdown.ts'
import { openPlainText } from '~/provider/agents/translation/open-plain-text.ts'
import { place, sourceOf, type Translatable } from '~/provider/agents/translation/segment.ts'

const sources = ({ segments }: Translatable) => segments.map(sourceOf)

async function translated(file: Translatable, says: Record<string, string>): Promise<string> {
  for (const segment of file.segments) place(segment, says[sourceOf(segment)] ?? sourceOf(segment))
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(await file.save())
}

describe('Markdown', () => {
  const source = `---
title: 手引き
---

# はじめに

\`npm start\` を **必ず** 実行し、[手順](https://example.com/a_b "題")を見てください。
二行目です。

- [ ] 項目 <https://example.com>
  1. 子項目![図](a.png)

> 引用は
> 続きます

| 名前 | 値 |
| --- | :-: |
| 速度 | \`a_b\` |

\`\`\`js
const 変数 = 1
\`\`\`

<div>そのまま</div>

$$
x_1 = 速度
$$
`
  test('gives the words of paragraphs, lists, quotations and cells, with signs for what stays', () => {
    expect(sources(openMarkdown(source))).toEqual([
      'はじめに',
      '<keep>`npm start`</keep><1> を </1><2>必ず</2><3> 実行し、</3><4>手順</4><5>を見てください。二行目です。</5>',
      '<1>項目 </1><keep><https://example.com></keep>',
      '<1>子項目</1><keep>![図](a.png)</keep>',
      '引用は続きます',
      '名前',
      '値',
      '速度',
    ])
  })

  test('that is translated keeps code, addresses, tables, HTML, formulas and front matter to the letter', async () => {
    const result = await translated(openMarkdown(source), {
      はじめに: 'Introduction',
      '<keep>`npm start`</keep><1> を </1><2>必ず</2><3> 実行し、</3><4>手順</4><5>を見てください。二行目です。</5>':
        '<keep>`npm start`</keep><1> is to be run </1><2>always</2><3>; see </3><4>the steps</4><5>. This is line two.</5>',
      引用は続きます: 'The quotation goes on',
      名前: 'Name | alias',
      速度: '*Speed*',
    })
    expect(result).toBe(
      source
        .replace('はじめに', 'Introduction')
        .replace(
          /`npm start`.*\n二行目です。/,
          '`npm start` is to be run **always**; see [the steps](https://example.com/a_b "題"). This is line two.',
        )
        .replace('引用は\n> 続きます', 'The quotation goes on')
        .replace('名前', 'Name \\| alias')
        .replace('| 速度', '| \\*Speed\\*'),
    )
  })

  test('that is written back unchanged is the same to the letter', async () => {
    const plain = '# A_b\n\nIt costs $5 & more (see [1]); 2 * 3 = 6_x.\r\n\r\n1. one\r\n2. two\r\n'
    expect(await translated(openMarkdown(plain), {})).toBe(plain)
  })

  test('a translation that begins like a mark of Markdown is text', async () => {
    const says = { eins: '# no heading', zwei: '1. no list', drei: 'a [b](c) <i>' }
    expect(await translated(openMarkdown('eins\n\nzwei\n\ndrei'), says)).toBe(
      '\\# no heading\n\n1\\. no list\n\na [b\\](c) \\<i>',
    )
  })
})

describe('a text file', () => {
  const source = `  年次報告\r\n\r\n- 項目一\r\n- 項目二\r\n\r\nThis is a sentence that was broken by hand because mail did\r\nso in those days, and it goes on.\r\nShort\r\nlines\r\n`

  test('gives lines, and as one what was broken to fit', () => {
    expect(sources(openPlainText(source))).toEqual([
      '年次報告',
      '項目一',
      '項目二',
      'This is a sentence that was broken by hand because mail did so in those days, and it goes on.',
      'Short',
      'lines',
    ])
  })

  test('keeps marks, indentation and line ends', async () => {
    expect(await translated(openPlainText(source), { 年次報告: 'Annual report', 項目二: 'Item two' })).toContain(
      '  Annual report\r\n\r\n- 項目一\r\n- Item two\r\n\r\nThis is',
    )
  })
})

test('a table of values keeps its delimiter, quotation and line ends, and gets no formula', async () => {
  const source = '品名;備考\r\nねじ;"赤い; 小さい"\r\n=1+1;\r\n'
  const result = await translated(openCsv(source), { ねじ: '=HYPERLINK("x")', '赤い; 小さい': 'red; small' })
  expect(result).toBe(`\ufeff品名;備考\r\n"'=HYPERLINK(""x"")";"red; small"\r\n=1+1;\r\n`)
})
