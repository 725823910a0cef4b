import { expect, test } from 'vitest'
import { extractPages } from '~/provider/documents/extract.ts'
import { drawnText } from '~/provider/documents/markdown.ts'

test.each([
  [
    'headings and emphasis',
    '# Lease *of* rooms\n\nBetween **Harbour Ltd.** and `N-1`.',
    'Lease of rooms\nBetween Harbour Ltd. and N-1.',
  ],
  ['lines', 'Landlord: Ann\nTenant: Bo\\\nBoth', 'Landlord: Ann\nTenant: Bo\nBoth'],
  ['items', '- one\n- two\n  - three\n\n3. c\n4. d', '• one\n• two\n• three\n3. c\n4. d'],
  ['tasks', '- [x] paid\n- [ ] sent', '☑ paid\n☐ sent'],
  [
    'tables',
    '| Item | Amount |\n| --- | ---: |\n| **Rent** | £8,400 |\n| a \\| b | |',
    'Item\tAmount\nRent\t£8,400\na | b\t',
  ],
  ['links and images', 'See [the portal](https://x.example) ![a plan](p.png).', 'See the portal a plan.'],
  ['code', '```sql\nSELECT 1\n```', 'SELECT 1'],
  ['HTML', 'a<br>b <!-- c --><b>d</b>\n\n<div>e</div>', 'a\nb d\ne'],
  ['what only looks like a mark', '2 * 3 = 6, a_b_c and 5 # 3', '2 * 3 = 6, a_b_c and 5 # 3'],
  ['front matter', '---\ntitle: Lease\n---\nText', 'title: Lease\nText'],
  ['notes', 'Rent[^1].\n\n[^1]: Without tax.', 'Rent.\nWithout tax.'],
])('%s are read as they are drawn', (_what, source, text) => expect(drawnText(source)).toBe(text))

test('lines of Markdown that were wrapped at a width are whole sentences', async () => {
  const words = 'The tenant keeps the rooms in good order and lets nobody else use them without a word in writing. '
  const wrapped = words
    .repeat(6)
    .trim()
    .replaceAll(/(.{60,72}) /g, '$1\n')
  const [page] = await extractPages(new TextEncoder().encode(`# Lease\n\n${wrapped}\n`), 'a.md', 'text/markdown')
  expect(page!.text).toBe(`Lease\n${words.repeat(6).trim()}`)
})

test('of very long Markdown the end keeps its marks, and marks within marks lose no word', async () => {
  const read = async (text: string) => extractPages(new TextEncoder().encode(text), 'a.md', 'text/markdown')
  const long = await read('An *item* of\n\n'.repeat(40_000))
  expect(long[0]!.text).toMatch(/^An item of\nAn item of\n/)
  expect(long.at(-1)!.text).toMatch(/An \*item\* of$/)
  const [deep] = await read(`Title\n\n${'>'.repeat(15_000)} word`)
  expect(deep!.text).toContain('word')
})
