import type { Nodes } from 'hast'
import { fromHtml } from 'hast-util-from-html'
import { expect, test } from 'vitest'
import { pageOf } from '../harness/drawing.tsx'

/** The tags of a page as a browser's parser understands them, in the order in which they would be written. */
const understood = (node: Nodes): string[] => {
  const inside = 'children' in node ? node.children.flatMap(understood) : []
  return node.type === 'element' ? [node.tagName, ...inside, `/${node.tagName}`] : inside
}

/** The tags as they were written; of those that have no content the end too. */
const written = (html: string): string[] =>
  [...html.matchAll(/<(\/?[a-z][a-z0-9]*)(?:\s(?:"[^"]*"|[^">])*?)?(\/?)>/g)].flatMap(([, name, empty]) =>
    empty ? [name!, `/${name}`] : [name!],
  )

const trees: Record<string, string> = {
  'a block in a paragraph': 'one <div>two</div> three <table><tr><td>four</td></tr></table> five',
  'a paragraph in a paragraph': '<p>one <p>two</p> three</p>',
  'a list in an emphasis in a paragraph': 'one <b>two <ul><li>three</li></ul></b> four',
  'items in items': '<ul><li>one <b><li>two</li></b></li><li>three <ul><li>four</li></ul></li></ul>',
  'terms in terms': '<dl><dt>one <dd>two</dd></dt></dl>',
  'headings in headings': '<h2>one <h3>two</h3></h2>',
  'a heading in a heading of Markdown': '# one <h2>two</h2>',
  'a link in a link': '<a href="https://a.example">one <b><a href="https://b.example">two</a></b></a>',
  'an image that becomes a link, in a link': '[![one](https://a.example/x.png)](https://b.example) <b>two</b>',
  'rows without a group': '<table><tr><td>one</td></tr><tr><th>two</th></tr></table>',
  'a table with words between its cells': '<table>one<tr>two<td>three</td></tr><b>four</b></table>',
  'a table of nothing but words': '<table>one</table>',
  'cells without a table': '<td>one</td> <tr><td>two</td></tr> <tbody>three</tbody>',
  'a table in a table': '<table><tr><td><table><tr><td>one</td></tr></table></td></tr></table>',
  'ruby in ruby': '<ruby>漢<rp>(<rt>かん</rt></rp></ruby>',
  'headings in headings around a link that is left out':
    '[one <h2><a href="https://b.example"><h3>two</h3></a></h2>](https://a.example)',
  'an item without a list': '<p>one <li>two</li></p>',
  'an item in a footnote': 'one[^1]\n\n[^1]: <b><li>two</li></b>',
  'a table whose rows cannot be read': `| one |\n|---|\n| ${'*a **a '.repeat(300)}two |`,
  'a table whose heading has a line ending of its own': '| one \r| two | three |\n|---|---|\n| four | five |',
  'a footnote in a link': '[one[^1]](/elsewhere) <i>two</i>\n\n[^1]: note',
}

test.each(Object.entries(trees))('%s is drawn as a tree that a browser keeps as it is', async (_, source) => {
  const html = await pageOf(source)
  expect(written(html)).toEqual(understood(fromHtml(html, { fragment: true })))
})

test('no word is lost where a tree is changed', async () => {
  for (const source of Object.values(trees)) {
    const words = (text: string) => text.match(/\b(?:one|two|three|four|five)\b/g)?.toSorted()
    expect(words(await pageOf(source))).toEqual(words(source))
  }
})
