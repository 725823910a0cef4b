import { describe, expect, test, vi } from 'vitest'
import { formulasOf, htmlOf } from '../harness/drawing.tsx'

describe('formulas', () => {
  test.each([
    ['$x^2$', ['x^2']],
    ['関数$f(x)$は連続です。', ['f(x)']],
    ['The $n$th term, $a_n$, and $2n+1$.', ['n', 'a_n', '2n+1']],
    ['It costs $5, and the area is $x^2$.', ['x^2']],
    ['価格は$5です。式は$x$です。', ['x']],
    ['$50\\%$ of $10$', ['50\\%', '10']],
    ['in \\(a+b\\) text', ['a+b']],
    ['\\[\nx\n- y\n\\]', ['display x\n- y']],
    ['\\[ x = \\frac{1}{2} \\]', ['display x = \\frac{1}{2}']],
    ['$$\nx\n+ y\n$$', ['display x\n+ y']],
    ['$$x = 1\n+ y$$', ['display x = 1\n+ y']],
    ['see $$x$$ here', ['display x']],
    ['before\n\\[\nx\n\\]\nafter', ['display x']],
    ['- item\n\n  \\[\n  x\n  \\]\n- next $y$', ['display x', 'y']],
    ['> $$\n> x\n> $$', ['display x']],
    ['| a | b |\n|---|---|\n| $x$ | \\(y\\) |', ['x', 'y']],
    ['**bold $x$**', ['x']],
    ['\\(a \\text{ (b) } c\\)', ['a \\text{ (b) } c']],
    [
      '\\[ \\begin{aligned} a &= b \\\\ c &= d \\end{aligned} \\]',
      ['display \\begin{aligned} a &amp;= b \\\\ c &amp;= d \\end{aligned}'],
    ],
  ])('%j is drawn as formulas', async (text, formulas) => {
    expect(await formulasOf(text)).toEqual(formulas)
  })

  test.each([
    'The plan is $5 now and $9 later.',
    '費用は$100から$200です。',
    '$/PR is down but $/session is up',
    'Between $5-$10 and US$5/US$6.',
    '$5 and 10$ more',
    '$HOME/$USER and $PATH:$HOME',
    'a \\$5 b \\$6',
    '`$x$` and ``\\(x\\)``',
    'one $ alone, and $ two $ with spaces',
    '$$ never closed',
    '\\( never closed',
  ])('%j has none', async (text) => {
    expect(await formulasOf(text)).toEqual([])
    expect(await htmlOf(text)).not.toContain('katex')
  })

  test('the text around money and formulas stays as it is', async () => {
    expect(await htmlOf('From $5 now and **$9** later.')).toBe('<p>From $5 now and <strong>$9</strong> later.</p>')
    expect(await htmlOf('\\[\nnever closed\n\n- item')).toBe('<p>[\nnever closed</p><ul>\n<li>item</li>\n</ul>')
  })

  test('what KaTeX cannot read is shown as its source', async () => {
    expect(await htmlOf('$\\frac{1$')).toBe('<p><code dir="ltr">\\frac{1</code></p>')
  })

  test('a formula makes no links, loads no images and expands no macro for ever', async () => {
    expect(await htmlOf('$\\href{https://evil.example}{x}$')).not.toContain('href=')
    expect(await htmlOf('$\\includegraphics{https://evil.example/x.png}$')).not.toContain('<img')
    expect(await htmlOf('$\\def\\a{\\a\\a}\\a$')).toContain('<code dir="ltr">')
  })

  test.each(['\\def\\a', '\\gdef\\a', '\\edef\\a', '\\xdef\\a', '\\newcommand\\a', '\\providecommand{\\a}'])(
    'a formula with a macro of its own is shown as its source, as that may expand into anything: %s',
    async (define) => {
      const html = await htmlOf(`$${define}{${'x'.repeat(500)}}${'\\a'.repeat(200)}$`)
      expect(html).toMatch(/^<p><code dir="ltr">/)
    },
  )

  test('one that only begins like a definition is drawn', async () => {
    expect(await formulasOf('$\\left( x \\right)$')).toEqual(['\\left( x \\right)'])
  })
})

test('a formula writes nothing into the log, whatever it holds', async () => {
  const logs = (['log', 'warn', 'error'] as const).map((method) => vi.spyOn(console, method).mockReturnValue())
  expect(await htmlOf('$Ж ﷽ 秘 \\message{secret} \\errmessage{secret} \\show\\alpha$')).toContain('katex')
  expect(logs.map(({ mock }) => mock.calls)).toEqual([[], [], []])
  vi.restoreAllMocks()
})
