import { describe, expect, test } from 'vitest'
import { htmlOf } from '../harness/drawing.tsx'

describe('HTML in an answer', () => {
  test.each([
    'script',
    'style',
    'iframe',
    'object',
    'select',
    'textarea',
    'button',
    'audio',
    'video',
    'svg',
    'noscript',
  ])('<%s> is removed with what is in it', async (name) => {
    expect(await htmlOf(`a <${name} src="x">alert(1)</${name}> b`)).toBe('<p>a  b</p>')
    expect(await htmlOf(`<${name}>\nalert(1)\n</${name}>\n\nafter`)).toMatch(/^\s*<p>after<\/p>$/)
  })

  test.each(['form', 'input', 'link', 'meta', 'base', 'embed'])('<%s> is removed', async (name) => {
    expect(await htmlOf(`a <${name} name="x"> b`)).toBe('<p>a  b</p>')
  })

  test('a tag that is only spoken of takes no text with it', async () => {
    expect(await htmlOf('Put a <script> tag into the page.')).toBe('<p>Put a  tag into the page.</p>')
  })

  test.each([
    ['Caf&eacute; &hellip; &copy;', 'Café … ©'],
    ['&#12354;&#x3042;', 'ああ'],
    ['&amp;eacute;', '&amp;eacute;'],
    ['&nothing; &#0;', '&amp;nothing; \u{fffd}'],
  ])('a character reference in it is its character: %s', async (source, drawn) => {
    expect(await htmlOf(`<table><tr><td>${source}</td></tr></table>`)).toContain(`<td>${drawn}</td>`)
  })

  test('what is no tag of HTML stays text', async () => {
    expect(await htmlOf('Array<string> and <T>')).toBe('<p>Array&lt;string&gt; and &lt;T&gt;</p>')
  })

  test('harmless elements are drawn, without handlers, styles and classes', async () => {
    expect(await htmlOf('a<br>b<sub onclick="x()" style="position:fixed" class="y" id="z">2</sub>')).toBe(
      '<p>a<br/>b<sub>2</sub></p>',
    )
  })

  test.each([
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    'data:text/html,x',
    'vbscript:x',
    'file:///etc/passwd',
    'about:blank',
  ])('the scheme of %s is removed from links and images', async (url) => {
    for (const text of [
      `[a](${url})`,
      `<a href="${url}">a</a>`,
      `![a](${url})`,
      `<img src="${url}" alt="a">`,
      `[a]\n\n[a]: ${url}`,
    ]) {
      expect(await htmlOf(text)).not.toMatch(/(href|src)="[^"]/)
    }
  })

  test('scripts hidden behind entities, line endings or nesting do not come back', async () => {
    for (const text of [
      '<scr<script></script>ipt>alert(1)</script>',
      '[a](java&#10;script:alert(1))',
      '<a href="java\nscript:alert(1)">a</a>',
      '<a href="&#106;avascript:alert(1)">a</a>',
      '<img src=x onerror=alert(1)>',
      '<svg/onload=alert(1)>',
      '<math><mi xlink:href="javascript:alert(1)">x</mi></math>',
      '<details open ontoggle=alert(1)>x</details>',
    ]) {
      const html = await htmlOf(text)
      expect(html).not.toMatch(/<script|<svg|<math|\son\w+=(?!&)|href="\s*java/i)
    }
  })
})

describe('images', () => {
  test.each([
    'https://evil.example/?q=secret',
    '//evil.example/x',
    'http://evil.example/x',
    '/\\evil.example/x',
    '/&#9;/evil.example/x',
    '/files/5',
    '/v1/openapi.json',
  ])('%s is not loaded and not preloaded', async (url) => {
    for (const text of [`![plan](${url})`, `<img src="${url}" alt="plan">`, `![plan][a]\n\n[a]: ${url}`]) {
      expect(await htmlOf(text)).not.toMatch(/<img|<link/)
    }
  })

  test('a foreign one is a link that shows its host', async () => {
    expect(await htmlOf('![plan](https://a.example/x.png)')).toBe(
      '<p><a href="https://a.example/x.png" target="_blank" rel="noreferrer">plan (a.example)</a></p>',
    )
  })
})

test('runs of 100 spaces or more become one space', async () => {
  expect(await htmlOf(`a${' '.repeat(100)}b${' '.repeat(99)}c`)).toBe(`<p>a b${' '.repeat(99)}c</p>`)
})
