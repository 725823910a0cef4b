import { expect, test } from 'vitest'
import { drawnText } from '~/provider/documents/markdown.ts'

test.each([
  [
    'headings and emphasis',
    '# Lease *of* rooms\n\nBetween **Harbour Ltd.** and `N-1`.',
    'Lease of rooms\nBetween Harbour Ltd. and N-1.',
  ],
  [
    'wrapped lines',
    'The rent is\n8,400 a month.\n\n家賃は\n月額です。',
    'The rent is 8,400 a month.\n家賃は月額です。',
  ],
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
