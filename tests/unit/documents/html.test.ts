import { expect, test } from 'vitest'
import { detectMimeType } from '~/provider/documents/mime.ts'
import { archiveOf, bytesOf } from './fixtures.ts'
import { outcomeOf, read, textOf } from './read.ts'

test('An HTML file is read as it looks, by blocks, with its entities and without scripts and styles', async () => {
  const source = `<!doctype html><html><head><title>Holiday policy</title><style>p{color:red}</style><script>let x = "<p>no</p>"</script></head>
<body><h1>Caf&eacute; &amp; bar</h1><p>Open   at
9:00,<br>closed on Sunday.</p><ul><li>Tea</li><li>Coffee</ul><noscript>Enable scripts</noscript><pre>a
  b</pre><input value="Sato"><select><option>One<option selected>Two</select></body></html>`
  expect(await textOf(source, 'a.html')).toBe(
    'Holiday policy\nCafé & bar\nOpen at 9:00,\nclosed on Sunday.\nTea\nCoffee\na\nb\nSato\nTwo',
  )
})

test('A Japanese page is read in the encoding that it names, and without one as its letters tell', async () => {
  const named = Buffer.concat([
    Buffer.from('<html><meta charset="Shift_JIS"><p>'),
    Buffer.from('8f418bc68b4b91a5', 'hex'),
    Buffer.from('</p></html>'),
  ])
  expect(await textOf(named, 'a.htm')).toBe('就業規則')
  expect(await textOf('<html><p><ruby>就業<rt>しゅうぎょう</rt></ruby>規則</p></html>', 'a.html')).toBe('就業規則')
})

test('A table of data is rows, and one that lays a page out is paragraphs', async () => {
  const data = '<table><tr><th>Item<th>Price<tr><td>Pump<br>small<td>120</table>'
  const layout = `<table><tr><td><h2>Menu</h2>Home</td><td>${data}</td></tr></table>`
  expect(await textOf(`<html>${layout}</html>`, 'a.html')).toBe('Menu\nHome\nItem\tPrice\nPump small\t120')
})

test.each([
  ['a comment of 8,000 characters', `<!--${'licence '.repeat(1_000)}--><p>Text</p>`],
  [
    'an XML declaration and comments',
    '<?xml version="1.0"?>\n<!-- a --><!-- b -->\n<!DOCTYPE html PUBLIC "-//W3C"><html><p>Text</p>',
  ],
  ['no document type', '<p>Text</p>'],
])('An HTML file that begins with %s is one', async (_, source) => {
  expect(detectMimeType(bytesOf(source), 'a.html')).toBe('text/html')
  expect(await textOf(source, 'a.html')).toBe('Text')
})

test.each([
  ['elements without end', '<html>' + '<div>'.repeat(5_000), 'damaged'],
  ['ends without elements', '<html>x' + '</i>'.repeat(200_000), 'read'],
  ['attributes without end', `<html><p ${'a="b" '.repeat(100_000)}>x`, 'read'],
  ['a comment without end', '<html><!-- x', 'no_text'],
  ['scripts alone', '<html><script>x</script></html>', 'no_text'],
])('HTML with %s ends named', async (_, source, outcome) => {
  expect(await outcomeOf(source, 'a.html')).toBe(outcome)
})

const opf = (items: string, order: string) =>
  `<?xml version="1.0"?><package xmlns="http://www.idpf.org/2007/opf"><manifest>${items}</manifest><spine>${order}</spine></package>`
const item = (id: string, href: string) => `<item id="${id}" href="${href}" media-type="application/xhtml+xml"/>`

function epubOf(parts: Record<string, string>): Uint8Array {
  return archiveOf({
    mimetype: 'application/epub+zip',
    'META-INF/container.xml':
      '<container><rootfiles><rootfile full-path="OEBPS/content.opf" media-type="application/oebps-package+xml"/></rootfiles></container>',
    'OEBPS/content.opf': opf(
      item('b', 'text/second%20part.xhtml') + item('a', 'text/first.xhtml') + item('n', 'nav.xhtml'),
      '<itemref idref="a"/><itemref idref="b"/>',
    ),
    'OEBPS/text/first.xhtml':
      '<?xml version="1.0"?><html xmlns="http://www.w3.org/1999/xhtml"><head><title/></head><body><h1>Chapter one</h1><p>It began.</p></body></html>',
    'OEBPS/text/second part.xhtml': '<html><body><h1>第二章</h1><p>続きます。</p></body></html>',
    'OEBPS/nav.xhtml': '<html><body>Contents</body></html>',
    ...parts,
  })
}

test('The chapters of an EPUB are pages in the order of reading', async () => {
  expect(await read(epubOf({}), 'book.epub')).toEqual([
    { page: 1, text: 'Chapter one\nIt began.' },
    { page: 2, text: '第二章\n続きます。' },
  ])
})

test.each([
  [
    'whose chapters are locked',
    { 'META-INF/encryption.xml': '<encryption><enc:CipherReference URI="OEBPS/text/first.xhtml"/></encryption>' },
    'encrypted',
  ],
  [
    'whose fonts alone are locked',
    { 'META-INF/encryption.xml': '<encryption><CipherReference URI="OEBPS/font.otf"/></encryption>' },
    'read',
  ],
  ['without a reading order', { 'META-INF/container.xml': '<container/>' }, 'damaged'],
  [
    'that names chapters outside of it',
    { 'OEBPS/content.opf': opf(item('a', '../../../etc/passwd'), '<itemref idref="a"/>') },
    'no_text',
  ],
  [
    'that shows a chapter 10,000 times',
    { 'OEBPS/content.opf': opf(item('a', 'text/first.xhtml'), '<itemref idref="a"/>'.repeat(10_000)) },
    'too_large',
  ],
  ['that declares entities', { 'OEBPS/content.opf': '<!DOCTYPE p [<!ENTITY a "b">]><package/>' }, 'damaged'],
])('An EPUB %s ends named', async (_, parts, outcome) => {
  expect(await outcomeOf(epubOf(parts), 'book.epub')).toBe(outcome)
})
