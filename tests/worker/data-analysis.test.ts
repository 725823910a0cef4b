import { env } from 'cloudflare:workers'
import { writeXlsx } from 'hucre/xlsx'
import { imageSize } from 'image-size'
import { describe, expect, test } from 'vitest'
import type { Attachment, Reference } from '~/contract/chat.ts'
import { csvLines } from '~/provider/exports/csv.ts'
import { priceList, sales } from '../../scripts/samples/tables.ts'
import { answered, answerEntryOf, ask as askIt, entriesOf, refusalOf } from './harness/asking.ts'
import { archiveOf } from '../unit/documents/fixtures.ts'
import { seedFile } from './harness/callers.ts'
import { memberObjectOf } from './harness/member-objects.ts'
import { seedMembers } from './harness/members.ts'
import { scripted } from './harness/streams.ts'

const { organization, hanako, taro } = await seedMembers('tables.example', { hanako: 'user', taro: 'user' })

async function stored(
  name: string,
  mimeType: string,
  bytes: Uint8Array,
  groupId = organization.groupId,
): Promise<number> {
  const id = await seedFile({ organizationId: organization.id, groupId, name, size: bytes.length })
  await env.DB.prepare('UPDATE files SET mime_type = ? WHERE id = ?').bind(mimeType, id).run()
  await env.FILES.put((await keyOf(id))!, bytes)
  return id
}

async function keyOf(id: number) {
  const row = await env.DB.prepare('SELECT object_key FROM files WHERE id = ?').bind(id).first<{ object_key: string }>()
  return row?.object_key
}

async function bytesOf({ id }: Attachment): Promise<Uint8Array> {
  return (await env.FILES.get((await keyOf(id))!))!.bytes()
}

/** An ODS workbook of one sheet, as another program writes it: numbers as such, with the text in which they are shown. */
function odsOf(name: string, rows: string[][]): Uint8Array {
  const cell = (text: string) => {
    const value = /^[\d.]+$/.test(text)
      ? `office:value-type="float" office:value="${text}"`
      : 'office:value-type="string"'
    return `<table:table-cell ${value}><text:p>${text.replaceAll('&', '&amp;')}</text:p></table:table-cell>`
  }
  const body = rows.map((row) => `<table:table-row>${row.map(cell).join('')}</table:table-row>`).join('')
  return archiveOf({
    mimetype: odsType,
    'content.xml': `<office:document-content xmlns:office="o" xmlns:table="t" xmlns:text="x"><office:body><office:spreadsheet><table:table table:name="${name}">${body}</table:table></office:spreadsheet></office:body></office:document-content>`,
  })
}

const csv = (rows: string[][]) => new TextEncoder().encode(csvLines(rows))
const xlsxType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

const prices = await stored('price-list.csv', 'text/csv', csv(priceList))
const book = await stored(
  '売上.xlsx',
  xlsxType,
  await writeXlsx({
    sheets: [
      {
        name: '売上',
        rows: [
          ['売上実績（2026年度上期）'],
          ...sales.map((row, at) => row.map((cell, column) => (at > 0 && column > 3 ? Number(cell) : cell))),
        ],
      },
      {
        name: '目標',
        rows: [
          ['支店', '目標'],
          ['大阪支店', 70_000],
          ['名古屋本社', 100_000],
        ],
      },
    ],
  }),
)
const odsType = 'application/vnd.oasis.opendocument.spreadsheet'
const sheet = await stored('prices.ods', odsType, odsOf('Prices', priceList))
const note = await stored('note.txt', 'text/plain', new TextEncoder().encode('No table here.'))

async function analyse(
  query: string,
  files: number[],
  { id, variables = {} }: { id?: number; variables?: Partial<Env> } = {},
) {
  const question = { query, files, pipeline: 'data_analysis_ai' }
  const answer = await answered(hanako, question, { variables, ...(id !== undefined && { id }) })
  const attachments = (await entriesOf(hanako, answer.conversationId)).at(-1)!.file_attachments
  return { ...answer, attachments }
}

/** The tables of a conversation of Hanako's. */
const tablesFor = async (conversationId: number) =>
  env.ANALYSIS_TABLES.getByName(`${(await memberObjectOf('hanako@tables.example')).id}-${conversationId}`)

describe('without a model', () => {
  const withoutModels = { OPENAI_MODELS: '' }
  const ask = (query: string, files: number[], id?: number) =>
    analyse(query, files, { variables: withoutModels, ...(id && { id }) })

  test('a question over a CSV is answered by a table, the SQL that ran, its source, a chart and its data', async () => {
    const { text, references, attachments } = await ask('What is the average Price EUR by Category?', [prices])
    expect(text).toContain('| Set | 1990 |')
    expect(text).toContain('| Monitor | 225.6667 |')
    expect(text).toContain(
      '```sql\nSELECT "Category" AS "Category", avg("Price_EUR") AS "average Price EUR"\nFROM "price_list"',
    )
    expect(text).toContain('**SQL that was run** [:&1]')
    expect(text).toContain('No language model is configured')
    expect(references).toEqual([{ id: 1, type: 'document', name: 'price-list.csv', file_id: prices, page_number: 1 }])

    expect(attachments.map(({ name, mime_type }) => [name, mime_type])).toEqual([
      ['average Price EUR by Category.png', 'image/png'],
      ['average Price EUR by Category.csv', 'text/csv'],
    ])
    const picture = imageSize(await bytesOf(attachments[0]!))
    expect(picture).toMatchObject({ type: 'png', width: expect.any(Number) })
    expect(picture.width).toBeGreaterThan(1200)
    const data = new TextDecoder('utf-8', { ignoreBOM: true }).decode(await bytesOf(attachments[1]!))
    expect(data).toMatch(/^\ufeffCategory,average Price EUR\r\nSet,1990\r\n/)
  })

  test('a question in Japanese over a sheet of an XLSX, below its title, by month', async () => {
    const { text, references } = await ask('大阪支店の月別の売上高を教えて', [book])
    expect(text).toContain('| 2026-04 | 12,380 |')
    expect(text).toContain('言語モデルが設定されていない')
    expect(text).toContain(`WHERE "支店" IN ('大阪支店')`)
    expect((references as Reference[]).map(({ page_number }) => page_number)).toEqual([1, 2])
  })

  test('a question over an ODS is answered by the same table and SQL', async () => {
    const { text, references } = await ask('What is the average Price EUR by Category?', [sheet])
    expect(text).toContain('| Monitor | 225.6667 |')
    expect(text).toContain('FROM "prices"')
    expect(references).toEqual([{ id: 1, type: 'document', name: 'prices.ods', file_id: sheet, page_number: 1 }])
  })

  test('a question of which a part is not understood gets no figure: the words, what can be asked, and what could be computed', async () => {
    const { text, attachments } = await ask('sum of Price EUR by Supplier', [prices])
    expect(text).toContain('I did not understand “Supplier”')
    expect(text).toContain('Without that I could compute: **sum Price EUR**')
    expect(text).toContain('| Category | Text | Monitor, Spare part, Accessory, Set, Gateway, and 3 more |')
    expect(text).toContain('- average Price EUR by Category')
    expect(text).not.toContain('4,497.8')
    expect(text).not.toContain('```sql')
    expect(attachments).toEqual([])

    const japanese = (await ask('部門別の売上高の合計', [book])).text
    expect(japanese).toContain('「部門別」が何を指すのか分かりませんでした')
    expect(japanese).not.toContain('```sql')
  })

  test('near words are matched, and the answer says so', async () => {
    const { text } = await ask('average price eur of monitors', [prices])
    expect(text).toContain('“monitors” was taken for “Monitor” in the column Category.')
    expect(text).toContain('| 225.6667 |')
  })

  test('what is left open is said beside what was computed', async () => {
    const rows = [
      ['Team', 'Score', 'Paid?'],
      ['Red', '5', 'Yes'],
      ['Blue', '9', 'No'],
      ['Red', '7', 'No'],
      ['Blue', '1', 'Yes'],
      ['Green', '2', 'Yes'],
    ]
    const scores = await stored('scores.csv', 'text/csv', csv(rows))
    const asked = async (question: string) => (await ask(question, [scores])).text

    const highest = await asked('Which team has the highest score?')
    expect(highest).toContain('“highest” can mean several things')
    expect(highest).toContain('| Blue | 9 | 5 |\n| Red | 7 | 6 |')
    expect(await asked('number of paid rows')).toContain('“paid” was taken for “Yes” in the column Paid?.')
    expect(await asked('top 1 team by count')).toContain('others that are not shown have the same value')
    expect(await asked('top 2 team by count')).not.toContain('have the same value')
  })

  test('a value of a column with very many is found in the question', async () => {
    const rows = Array.from({ length: 1500 }, (_, at) => [`Customer ${at}`, `製品${at}番`, String(at)])
    const many = await stored('many.csv', 'text/csv', csv([['Customer', 'Product', 'Amount'], ...rows]))
    expect((await ask('What is the sum of amount of Customer 1234?', [many])).text).toContain('| 1234 |')
    expect((await ask('製品777番のAmountの合計', [many])).text).toContain('| 777 |')
    expect((await ask('sum of amount of Customer 1501', [many])).text).toContain('I did not understand')
  })

  test('what is not understood is said, with a profile of each table and charts of it', async () => {
    const { text, attachments } = await ask('なぜ売れたのですか', [book])
    expect(text).toContain('この質問から問い合わせを作れませんでした')
    expect(text).toContain('| 売上高(千円) | 整数 | 0 | 18 | 1290 – 23,910 |')
    expect(text).toContain('| 年月 | 日付 | 0 | 6 | 2026-04 – 2026-09 |')
    expect(text).toContain('**目標**')
    expect(attachments).toHaveLength(4)
  })

  test('tables whose text is too long are analysed, chosen for or automatically, and refused by other agents', async () => {
    const long = await stored('long.csv', 'text/csv', csv(priceList))
    await env.DB.prepare("UPDATE files SET status = 'failed', status_reason = 'too_large' WHERE id = ?")
      .bind(long)
      .run()
    expect((await ask('Total of Price EUR', [long])).text).toContain('| 4,497.8 |')
    const automatic = await answered(
      hanako,
      { query: 'price eur by supplier', files: [long], pipeline: 'auto_ai' },
      { variables: withoutModels },
    )
    expect(automatic.text).toContain('I did not understand “supplier”')
    const refused = await refusalOf(
      await askIt(hanako, { query: 'Total of Price EUR', files: [long], pipeline: 'search_ai' }),
    )
    expect(refused).toMatchObject({ status: 409, code: 'only_data_analysis' })
    const damaged = "UPDATE files SET status_reason = 'damaged' WHERE id = ?"
    await env.DB.prepare(damaged).bind(long).run()
    expect(
      await refusalOf(await askIt(hanako, { query: 'Total', files: [long], pipeline: 'data_analysis_ai' })),
    ).toMatchObject({ code: 'wrong_file_status' })
  })

  test('a long CSV in another encoding is loaded piece by piece, and its columns are counted in the sandbox', async () => {
    const rows = Array.from(
      { length: 40_000 },
      (_, at) => `${at},x${at % 7},"${at % 2 === 0 ? '1,5' : ''}",${at / 4}\r\n`,
    )
    const ascii = new TextEncoder().encode(`No,Kind,Note,Amount\r\n${rows.join('')}`)
    // 売上 in Shift_JIS.
    const long = Uint8Array.from([...ascii, 0x39, 0x39, 0x2c, 0x94, 0x84, 0x8f, 0xe3, 0x2c, 0x2c, 0x32])
    const { text, conversationId } = await ask('sum of amount where kind is 売上', [
      await stored('l.csv', 'text/csv', long),
    ])
    expect(text).toContain('| 2 |')
    const [table] = await (await tablesFor(conversationId)).tables()
    expect(table).toMatchObject({ name: 'l', rows: 40_001, cut: false })
    const profiles = Object.fromEntries(table!.columns.map(({ name, kind, profile }) => [name, { kind, ...profile }]))
    expect(profiles['Kind']).toMatchObject({ kind: 'text', distinct: 8, missing: 0, longest: 2 })
    expect(profiles['Kind']!.top.slice(0, 2)).toEqual([
      { value: 'x0', count: 5715 },
      { value: 'x1', count: 5715 },
    ])
    expect(profiles['Note']).toMatchObject({ kind: 'text', distinct: 1, missing: 20_001 })
    expect(profiles['Amount']).toMatchObject({ kind: 'real', min: 0, max: 9999.75, missing: 0 })
    expect(profiles['Amount']!.median).toBe(4999.75)
    expect(profiles['Amount']!.mean).toBeCloseTo(199_995_002 / 40_001, 3)
  })

  test('a later question without files is about the same tables, as long as they may be read', async () => {
    const { conversationId } = await ask('Total of Price EUR', [prices])
    expect((await ask('maximum Price EUR', [], conversationId)).text).toContain('| 1990 |')
    await env.DB.prepare('UPDATE files SET group_id = ? WHERE id = ?')
      .bind(organization.users[1]!.privateGroupId, prices)
      .run()
    expect((await ask('maximum Price EUR', [], conversationId)).text).toContain('Attach the tables')
    await env.DB.prepare('UPDATE files SET group_id = ? WHERE id = ?').bind(organization.groupId, prices).run()
  })

  test('files without a table, and no files, are told so', async () => {
    expect((await ask('Sum of x', [note])).text).toContain('I found no table')
    expect((await ask('Sum of x', [])).text).toContain('Attach the tables')
    const damaged = await stored('damaged.xlsx', xlsxType, new Uint8Array([80, 75, 3, 4, 0, 0]))
    const { text } = await ask('Total of Price EUR', [damaged, prices])
    expect(text).toContain('No table was found in: `damaged.xlsx`')
    expect(text).toContain('| 4,497.8 |')
  })

  test('charts are in the library of who asked, and in nobody else’s', async () => {
    const { attachments } = await ask('Total of Price JPY by Category', [prices])
    const path = `/v1/files/${attachments[0]!.id}`
    expect(await (await hanako(path)).json()).toMatchObject({
      source_type: 'sandbox',
      properties: { description: 'Chart of an analysis: sum Price JPY by Category' },
    })
    const refused = await taro(path)
    expect(refused.status).toBe(404)
    await refused.body?.cancel()
  })

  test('a conversation that is deleted leaves no table behind', async () => {
    const { conversationId } = await ask('Total of Price EUR', [prices])
    const tables = await tablesFor(conversationId)
    expect(await tables.tables()).toHaveLength(1)
    await (await hanako(`/v1/conversations/${conversationId}`, { method: 'DELETE' })).text()
    expect(await tables.tables()).toEqual([])
  })
})

describe('with a model', () => {
  const call = (name: string, input: object) => ({ call: { name, input } })
  const sum = 'SELECT "Category", sum("Price_EUR") AS total FROM price_list GROUP BY 1 ORDER BY 2 DESC LIMIT 2'

  test('it knows the tables, sees rows and errors, draws, and what really ran is shown below its words', async () => {
    const { mark, calls } = await scripted(
      [call('run_sql', { sql: 'SELECT totl FROM price_list' })],
      [call('run_sql', { sql: sum })],
      [call('draw_chart', { sql: sum, kind: 'bar', x: 'Category', y: 'total', title: 'Sets first' })],
      [{ say: 'Sets are the dearest [:&1].' }],
    )
    const { text, attachments, conversationId } = await analyse(`What is dearest? ${mark}`, [prices])
    expect(text).toMatch(/^Sets are the dearest \[:&1\]\.\n\n\*\*Result\*\*\n/)
    expect(text).toContain('| Set | 1990 |\n| Service | 680 |')
    expect(text).toContain(`\`\`\`sql\n${sum}\n\`\`\``)
    expect(text).not.toContain('totl')
    expect(attachments.map(({ name }) => name)).toEqual(['Sets first.png', 'Sets first.csv'])
    expect(await answerEntryOf(hanako, conversationId)).toMatchObject({ status: 'done' })

    const asked = await calls()
    expect(asked[0]!.messages[1]!.content).toContain(
      '- "Price_EUR" real (in the file: Price EUR): 14 distinct, 0 missing; 12.9 to 1990',
    )
    expect(asked[0]!.messages[1]!.content).toContain('AS3-100\tAirSense 3\tMonitor\t189')
    expect(asked[1]!.messages.at(-1)).toMatchObject({
      role: 'tool',
      content: expect.stringContaining('no such column: totl'),
    })
    expect(asked[2]!.messages.at(-1)!.content).toMatch(
      /^<(source-\w{12})>\nCategory\ttotal\nSet\t1990\nService\t680\n<\/\1>$/,
    )
    expect(asked[3]!.messages.at(-1)!.content).toContain('The chart is drawn')
  })

  test('a chart that cannot be drawn, and a query that never ends, come back as errors', async () => {
    const { mark, calls } = await scripted(
      [call('draw_chart', { sql: sum, kind: 'bar', x: 'Category', y: 'nothing', title: 'T' })],
      [call('draw_chart', { sql: sum, kind: 'line', x: 'total', y: 'Category', title: 'T' })],
      [call('run_sql', { sql: 'WITH n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n) SELECT count(*) FROM n' })],
      [call('run_sql', { sql: 'SELECT * FROM sqlite_master' })],
      [{ say: 'I could not find out.' }],
    )
    const { text, attachments } = await analyse(`How many? ${mark}`, [prices])
    expect(text).toBe('I could not find out.')
    expect(attachments).toEqual([])
    const results = (await calls()).slice(1).map(({ messages }) => messages.at(-1)!.content.split('\n')[1])
    expect(results).toEqual([
      'Error: The result has no column nothing. It has: Category, total.',
      'Error: The column Category does not hold numbers.',
      expect.stringContaining('Error: There is no table n.'),
      expect.stringContaining('Error: There is no table sqlite_master.'),
    ])
  })

  test('where the model cannot use tools, rules compute what they understand, and the answer says why', async () => {
    const { mark } = await scripted([{ status: 400, body: '{"error":{"message":"small does not support tools"}}' }])
    const { text } = await analyse(`Total of Price EUR ${mark}`, [prices])
    // The mark of the script is a word that the rules do not know.
    expect(text).toContain('I could compute: **sum Price EUR**')
    expect(text).toContain('the model small cannot use the tools')
    expect(text).not.toContain('No language model is configured')
  })

  test('a model that asks for ever ends the answer with an error', async () => {
    const { mark } = await scripted([call('run_sql', { sql: 'SELECT 1' })])
    const { conversationId } = await analyse(`For ever? ${mark}`, [prices])
    expect(await answerEntryOf(hanako, conversationId)).toMatchObject({
      status: 'failed',
      error_code: 'service_http_error',
    })
  })
})
