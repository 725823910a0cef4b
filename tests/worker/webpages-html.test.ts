import { expect, test } from 'vitest'
import { decodeHtml } from '~/provider/documents/html/decode-html.ts'
import { readableText } from '~/provider/webpages/html/readable-text.ts'
import { readWebPage } from '~/provider/webpages/html/read-web-page.ts'
import { scanHtml } from '~/provider/webpages/html/scan-html.ts'

const scan = (html: string, header: string | null = null) => scanHtml(html, header)
const readPage = (html: string) =>
  readWebPage(new TextEncoder().encode(html), { url: 'https://a.example/', contentType: 'text/html', robots: null })

test('a page is scanned for its title, links and canonical address, entities decoded', () => {
  const page = scan(
    `<html><head><title> Tom &amp; Jerry&rsquo;s Caf&eacute;\n</title><base href="/docs/"><link rel="canonical" href="/a?x=1&amp;y=2"></head>
     <body><a href="b?c=1&amp;d=2">b</a><a name="none">c</a><a rel="external nofollow" href="/no">d</a></body></html>`,
  )
  expect(page).toMatchObject({
    title: 'Tom & Jerry’s Café',
    base: '/docs/',
    canonical: '/a?x=1&y=2',
    links: ['b?c=1&d=2'],
    noindex: false,
  })
})

test('of two titles a page is called by the first', () => {
  expect(scan('<title>One</title><title>Two</title>').title).toBe('One')
})

test('the text of a body is its words without scripts, styles and menus', async () => {
  const { text } = await readPage(
    `<body><nav>Menu</nav><p>One &lt;1&gt; &yen;2</p><script>var two = '<p>no</p>'</script><style>p {}</style>
     <table><tr><td>Three</td><td>Four</td></tr></table><svg/><p>Five&#x21;</p><footer>Foot</footer></body>`,
  )
  expect(text.split(/\s+/).filter(Boolean)).toEqual(['One', '<1>', '¥2', 'Three', 'Four', 'Five!'])
})

test.each(['<p>a<p>b', '<nav><p>never closed', '<svg/><script/>', '<a href=>', '<!--', '<title>', '\0<p>x', ''])(
  'broken HTML does not break it: %j',
  async (html) => {
    expect(scan(html).noindex).toBe(false)
    await expect(readPage(html)).resolves.toMatchObject({ noindex: false })
  },
)

test.each([
  ['<meta name="robots" content="NOINDEX, follow">', null, true, 1],
  ['<meta name="Robots" content="none">', null, true, 0],
  ['<meta name="recursiveagentplatform" content="nofollow">', null, false, 0],
  ['<meta name="googlebot" content="noindex">', null, false, 1],
  ['', 'noindex', true, 1],
  ['', 'otherbot: noindex, nofollow', false, 1],
  ['', 'otherbot: nofollow, RecursiveAgentPlatform: noindex', true, 1],
  ['', 'unavailable_after: 25 Jun 2030 15:00:00 PST, nofollow', false, 0],
])('%s and the header %s mean noindex %s', (meta, header, noindex, links) => {
  const page = scan(`<head>${meta}</head><a href="/x">x</a>`, header)
  expect([page.noindex, page.links.length]).toEqual([noindex, links])
})

const paragraphs = (text: string) => `<p>${`${text} `.repeat(20)}</p>`

test('the readable part keeps headings, lists and tables and leaves the rest of the page out', () => {
  const text = readableText(
    `<html><head><title>T</title></head><body><nav><ul><li><a href="/">Home</a></li></ul></nav>
     <main><article><h2>Fees</h2>${paragraphs('Fees are due in March, and every year again.')}
     <ul><li>Cash</li><li>Card</li></ul><table><tr><th>Year</th><th>Fee</th></tr><tr><td>2026</td><td>300 yen</td></tr></table>
     ${paragraphs('They are paid at the counter, which opens at nine.')}</article></main></body></html>`,
  )
  expect(text).toContain('## Fees\n')
  expect(text).toContain('- Cash\n- Card')
  expect(text).toContain('2026\t300 yen')
  expect(text).not.toContain('Home')
})

test('a page without such a part has none, and one nested without end breaks nothing', () => {
  expect(readableText('<body><a href="/a">a</a></body>')).toBeUndefined()
  expect(readableText('')).toBeUndefined()
  expect(() => readableText(`${'<div>'.repeat(20_000)}${paragraphs('deep')}`)).not.toThrow()
  expect(readableText(paragraphs('long').repeat(20_000))).toBeUndefined()
})

const eucJp = new Uint8Array([0xa5, 0xab, 0xa5, 0xcb, 0xa4, 0xc8, 0xa5, 0xe1, 0xa5, 0xed, 0xa5, 0xf3])
const withMeta = (meta: string, bytes: Uint8Array) => new Uint8Array([...new TextEncoder().encode(meta), ...bytes])

test.each([
  ['its header', eucJp, 'text/html; charset="EUC-JP"'],
  ['its meta', withMeta('<meta charset=euc-jp>', eucJp), 'text/html'],
  ['nothing at all', eucJp, 'text/html'],
  ['a header that is wrong', eucJp, 'text/html; charset=utf-8'],
  ['an encoding that nobody knows', eucJp, 'text/html; charset=klingon'],
  [
    'a mark, against its header',
    withMeta('\ufeff', new TextEncoder().encode('カニとメロン')),
    'text/html; charset=euc-jp',
  ],
])('a page is decoded by %s', async (_by, bytes, contentType) => {
  expect(await decodeHtml(bytes, contentType)).toContain('カニとメロン')
})
