import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { drawMarkdown } from '~/viewer/markdown.tsx'

const html = (text: string) => renderToStaticMarkup([...drawMarkdown(text)].at(-1))

describe('a Markdown file', () => {
  it('is drawn: headings, emphasis between Japanese characters, lists, tables, code', () => {
    const drawn = html(
      '# 規程\n\n**重要：**注意\n\n- 一\n- 二\n\n| a | b |\n| - | - |\n| 1 | 2 |\n\n```sh\nls -l\n```\n',
    )
    for (const part of ['<h1>規程</h1>', '<strong>重要：</strong>注意', '<li>一</li>', '<td>1</td>', 'ls -l</pre>'])
      expect(drawn).toContain(part)
  })

  it('leads nowhere and loads nothing', () => {
    const drawn = html(
      '[site](https://a.example/x) ![logo](https://b.example/pixel.png) <img src="/v1/files/1/bytes"> <https://c.example>\n\n' +
        '![ref][r]\n\n[r]: https://d.example/i.png',
    )
    expect(drawn).not.toMatch(/<(a|img)\b|\ssrc=|\shref=/)
    expect(drawn).toContain('title="https://a.example/x"')
    expect(drawn).toContain('logo')
  })

  it('runs nothing', () => {
    const drawn = html(
      '<script>alert(1)</script><iframe src="https://x.example"></iframe><p onclick="alert(1)" style="color:red">Hi</p>\n\n' +
        '<svg onload=alert(1)>\n\n[x](javascript:alert(1))\n\n<form action="/v1"><input name="q"><button>go</button></form>',
    )
    expect(drawn).not.toMatch(/script|iframe|onclick|onload|style=|<svg|<form|<input|<button/i)
    expect(drawn).toContain('Hi')
  })

  it('finds its links’ definitions wherever they are', () => {
    expect(html('See [the policy][p].\n\nMore.\n\n[p]: https://a.example/policy')).toContain(
      'title="https://a.example/policy"',
    )
  })

  it('that would hang a parser is shown as it is written', () => {
    const nested = `${'> '.repeat(2000)}end`
    expect(html(nested)).toContain('end</p>')
    expect(html('*a **a '.repeat(1000))).toContain('*a **a')
  })

  it('is drawn in parts, each with all of the parts before it, so that a long one holds up nothing', () => {
    const parts = [...drawMarkdown(`- a\n`.repeat(5000))].map(
      (part) => renderToStaticMarkup(part).split('<li>').length - 1,
    )
    expect(parts.length).toBeGreaterThan(5)
    for (const [index, items] of parts.entries()) expect(items - (parts[index - 1] ?? 0)).toBeLessThan(1000)
    expect(parts.at(-1)).toBe(5000)
    expect([...drawMarkdown('# a\n\nb\n\n- c')]).toHaveLength(1)
  })

  it('has its very long tables go on below their headings', () => {
    const drawn = html(`| a | b |\n|---|---|\n${'| *c* | d |\n'.repeat(3000)}`)
    expect(drawn.split('<em>c</em>')).toHaveLength(3001)
    expect(drawn.split('<th>a</th>').length).toBeGreaterThan(4)
  })
})
