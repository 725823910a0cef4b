import { expect, test } from 'vitest'
import { htmlOf } from '../harness/drawing.tsx'

const n = 2000
const hostile: Record<string, string> = {
  'emphases that nest without end': '*a **a '.repeat(n) + 'b** b*'.repeat(n),
  'emphases that nothing closes': '*a **a '.repeat(n),
  'closings that nothing opens': 'a* '.repeat(5 * n),
  'quotes in quotes': '> '.repeat(n) + 'a',
  'lists in lists': '- '.repeat(n) + 'a',
  'lists in lists, line by line': Array.from({ length: 200 }, (_, depth) => `${'  '.repeat(depth)}- a`).join('\n'),
  'dollars that nothing closes': '$a '.repeat(n),
  'dollars in words': '$a'.repeat(n),
  'formulas that nothing closes': '\\(a '.repeat(n) + '\\[a '.repeat(n),
  'display math that nothing closes': '$$\na\n'.repeat(n),
  brackets: '['.repeat(5 * n) + 'a' + ']'.repeat(5 * n),
  'links that nothing closes': '[a]('.repeat(n),
  'images in images': '![[]()'.repeat(n),
  'backticks of every length': Array.from({ length: 200 }, (_, length) => `a${'`'.repeat(length + 1)}`).join(''),
  'tags that nothing closes': '<b>'.repeat(n),
  'comments that nothing closes': '<!-- '.repeat(n),
  'braces in a formula': `$${'{'.repeat(n)}$`,
  'a table of one row': `|${'a|'.repeat(n)}\n|${'-|'.repeat(n)}\n|${'b|'.repeat(n)}`,
  underscores: '_a __a '.repeat(n),
  addresses: 'a@a.'.repeat(n),
  'web addresses': 'http://a.'.repeat(n),
  entities: '&'.repeat(5 * n),
  definitions: '[a]: b\n'.repeat(n),
  'quotes that go on without their mark': '> a\n' + 'a\n'.repeat(8 * n),
  'lists that go on without their mark': '- a\n' + 'a\n'.repeat(8 * n),
  'quotes and text in turns': '> a\n\nb\n'.repeat(2 * n),
  'quotes and their lazy lines in turns': '> a\nb\n'.repeat(3 * n),
  'underlined headings': 'a\n=\n'.repeat(2 * n),
  'underlined headings in a quote': '> a\n> =\n'.repeat(2 * n),
  'underlined headings in lists': '- a\n  =\n'.repeat(2 * n),
  'lists within lists, item by item': '- a\n  - b\n'.repeat(2 * n),
  'quotes within lists': '- > a\n'.repeat(4 * n),
  'lists within lists on one line': '+ - a\n- + a\n'.repeat(2 * n),
  'code within lists': '- ```\n  a\n  ```\n'.repeat(n),
  'a table of many columns': `|${'a|'.repeat(n)}\n|${'-|'.repeat(n)}\n${`|${'b|'.repeat(20)}\n`.repeat(20)}`,
  'items of one letter': '- a\n'.repeat(8 * n),
  'items of one letter, indented': '  - a\n'.repeat(6 * n),
  'formulas in a paragraph': '$x$ '.repeat(8 * n),
  footnotes: '[^a]: b\n\n'.repeat(n) + '[^a]'.repeat(n),
}

/** The same pipeline takes about this long for harmless text of the size, on any machine; words alone would need no parser. */
async function plainTime(size: number): Promise<number> {
  const text = 'Some *words* of an ordinary paragraph.\n\n'.repeat(Math.ceil(size / 40))
  await htmlOf(text)
  return timeOf(text)
}

async function timeOf(text: string): Promise<number> {
  const start = performance.now()
  expect((await htmlOf(text)).length).toBeGreaterThan(0)
  return performance.now() - start
}

test.each(Object.entries(hostile))('%s are drawn about as fast as plain text', async (_, text) => {
  const plain = await plainTime(text.length)
  const times: number[] = []
  // The best of three: what is slow by itself is slow each time, what a busy machine delays is not.
  do times.push(await timeOf(text))
  while (times.length < 3 && times.at(-1)! > 200 + plain * 10)
  expect(Math.min(...times)).toBeLessThan(200 + plain * 10)
})
