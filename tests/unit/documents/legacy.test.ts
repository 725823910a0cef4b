import { expect, test } from 'vitest'
import { extractPages } from '~/provider/documents/extract.ts'
import { detectMimeType } from '~/provider/documents/mime.ts'
import { compoundOf, docOf, legacySample } from '../../legacy/legacy.ts'

const read = (bytes: Uint8Array, name: string) => extractPages(bytes, name, detectMimeType(bytes, name))

test.each(['報告.doc', '報告.docx', '報告', '報告.xls'])(
  'A Word 97 document is read whatever its name: %s',
  async (name) => {
    expect(await read(legacySample('報告.doc'), name)).toEqual([
      {
        page: 1,
        text: '月次報告\n売上は前年同月を上回った。Sales rose by 12 %.\n二ページ目の本文です。\n品名\t単価\nりんご\t120',
      },
    ])
  },
)

test('Notes, comments and text boxes of a Word 97 document follow their page, headers and footers the first one', async () => {
  expect(await read(legacySample('注釈.doc'), '注釈.doc')).toEqual([
    {
      page: 1,
      text: '出張旅費は実費とする。\nApproved by the board.\nみずほ工業 社外秘\nPage 2\n宿泊費の上限は一泊一万二千円。\nAsk the auditor first.',
    },
    { page: 2, text: '二枚目の本文。\nAfter the box.\nSee the travel policy of 2025.\n枠の中の注意書き' },
  ])
})

test('A form of Word 97 says what is ticked and chosen in it, and its deleted words are not read', async () => {
  expect(await read(legacySample('様式.doc'), '様式.doc')).toEqual([
    {
      page: 1,
      text: 'Delivery form\n☐ Express\n☑ Insured\n☑ Registered\nSize: 中くらい please\nName: 山田太郎\n☐ 領収書 ☑ 請求書 (net)\nKept added\nWater boils.\nEnd.\nInside the box',
    },
  ])
})

test('Symbols of a Word 97 document, for which brackets stand, are read as what they look like', async () => {
  const symbols = [
    { byte: 6, font: 0, code: 0xf0b1 },
    { byte: 12, font: 0, code: 0xf0b0 },
    { byte: 18, font: 1, code: 0xf0fe },
    { byte: 22, font: 1, code: 0xf04a },
  ]
  const bytes = docOf([{ text: '25 ( 2(C ( (' }], 0, { fonts: ['Symbol', 'Wingdings'], at: symbols })
  expect((await read(bytes, 'a.doc'))[0]!.text.trimEnd()).toBe('25 ± 2°C ☑')
})

test('The speaker notes of a PowerPoint 97 deck follow their slide', async () => {
  expect(await read(legacySample('ノート.ppt'), 'ノート.ppt')).toEqual([
    { page: 1, text: '一枚目' },
    { page: 2, text: 'Prices\n値上げは来年四月から。Say so slowly.' },
  ])
})

test('The comments of a PowerPoint 97 deck follow their slide', async () => {
  expect(await read(legacySample('コメント.ppt'), 'コメント.ppt')).toEqual([
    { page: 1, text: 'Budget 2026\n数字を確認してください。' },
    { page: 2, text: 'Outlook' },
  ])
})

test('The sheets of an Excel 97 workbook are pages with dates, numbers and their name', async () => {
  expect(await read(legacySample('売上.xls'), '売上.xls')).toEqual([
    { page: 1, text: '売上\n日付\t支店\t金額\n2026-04-01\t大阪\t1200\n2026-04-02\t札幌\t0.3' },
  ])
})

test('The slides of a PowerPoint 97 deck are pages', async () => {
  expect(await read(legacySample('計画.ppt'), '計画.ppt')).toEqual([
    { page: 1, text: '二〇二六年度の計画\nSecond line' },
    { page: 2, text: 'Budget: 3,000 JPY\n札幌と那覇' },
  ])
})

test('A page break of a DOC starts a page, pieces of either encoding are one text, and a field shows its result', async () => {
  const bytes = docOf([
    { text: 'Café, page ', narrow: true },
    { text: '一\r\x13 HYPERLINK "https://example.com" \x14' },
    { text: 'a link', narrow: true },
    { text: '\x15\r\f二枚目\r品名\x07単価\x07\x07りんご\x07120\x07\x07' },
  ])
  expect(await read(bytes, 'a.doc')).toEqual([
    { page: 1, text: 'Café, page 一\na link' },
    { page: 2, text: '二枚目\n品名\t単価\nりんご\t120' },
  ])
})

const workbook = (...records: number[][]) =>
  compoundOf({ Workbook: Uint8Array.from([...records.flat(), ...new Uint8Array(5000)]) })

test.each([
  ['a DOC', docOf([{ text: 'secret' }], 0x0100)],
  ['an XLS', workbook([0x09, 0x08, 4, 0, 0, 6, 5, 0], [0x2f, 0, 2, 0, 0, 0])],
  ['a PPT', passwordDeck()],
])('%s with a password is encrypted', async (_, bytes) => {
  await expect(read(bytes, 'a.doc')).rejects.toMatchObject({ reason: 'encrypted' })
})

/** `Current User` says that a deck is encrypted. */
function passwordDeck(): Uint8Array {
  const user = new DataView(new ArrayBuffer(32))
  user.setUint32(12, 0xf3d1c4df, true)
  return compoundOf({ 'Current User': new Uint8Array(user.buffer), 'PowerPoint Document': new Uint8Array(5000) })
}

test('A Word document of before 1997, and another program’s compound file, are unsupported', async () => {
  const word6 = compoundOf({ WordDocument: Uint8Array.from([0xec, 0xa5, 0x65, 0, ...new Uint8Array(5000)]) })
  await expect(read(word6, 'a.doc')).rejects.toMatchObject({ reason: 'unsupported' })
  await expect(read(compoundOf({ Contents: new Uint8Array(5000) }), 'a.doc')).rejects.toMatchObject({
    reason: 'unsupported',
  })
})

test.each(['報告.doc', '注釈.doc', '様式.doc', '売上.xls', '計画.ppt', 'ノート.ppt', 'コメント.ppt'])(
  '%s cut off anywhere is damaged or still read, and never hangs',
  async (name) => {
    const bytes = legacySample(name)
    for (let part = 1; part < 16; part++) {
      const outcome = await read(bytes.subarray(0, (bytes.length * part) >> 4), name).then(
        () => 'read',
        (error: { reason?: string }) => error.reason,
      )
      expect(['damaged', 'no_text', 'read']).toContain(outcome)
    }
  },
)

test('A compound file whose sectors run in a circle is damaged', async () => {
  const bytes = docOf([{ text: 'x'.repeat(5_000) }])
  const view = new DataView(bytes.buffer)
  const table = (view.getUint32(76, true) + 1) * 512
  // Every chain comes back to where it began.
  for (let sector = 0; sector < 128; sector++) {
    if (view.getUint32(table + sector * 4, true) < 0xfffffffa) view.setUint32(table + sector * 4, sector, true)
  }
  await expect(read(bytes, 'a.doc')).rejects.toMatchObject({ reason: 'damaged' })
})
