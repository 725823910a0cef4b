import { env } from 'cloudflare:workers'
import { readXlsx } from 'hucre/xlsx'
import { describe, expect, test } from 'vitest'
import type { Attachment } from '~/contract/chat.ts'
import type { StoredFile } from '~/contract/files.ts'
import { extractPages } from '~/provider/documents/extract.ts'
import { indexFile } from '~/provider/search/index-file.ts'
import { answered, answerEntryOf, ask, entriesOf } from './harness/asking.ts'
import { seedFile } from './harness/callers.ts'
import { seedMembers } from './harness/members.ts'
import { samples } from './harness/samples.ts'
import { answerOf, eventsOf, scripted } from './harness/streams.ts'

const { organization, hanako, taro } = await seedMembers('extraction.example', { hanako: 'user', taro: 'user' })

async function indexed(name: string, pages: string[]): Promise<number> {
  const groupId = organization.groupId
  const id = await seedFile({ organizationId: organization.id, groupId, name })
  const texts = pages.map((text, index) => ({ page: index + 1, text }))
  await indexFile(env, { id, group_id: groupId, name }, texts)
  return id
}

/** As it is seen: without the marks that keep the text of a file from becoming Markdown. */
const withoutMarks = (text: string) => text.replaceAll(/\\/g, '')

async function indexedSample(name: string): Promise<number> {
  const { bytes } = samples.find((sample) => sample.name === name)!
  const pages = await extractPages(bytes, name, 'application/pdf')
  return indexed(
    name,
    pages.map(({ text }) => text),
  )
}

const bill = await indexed('bill.txt', [
  'Invoice no.: 17-A\nThe total of ¥50,000 is due on 2026-12-01.',
  'Item\tPieces\nScrew\t40\nSpring\t8',
])

async function extract(query: string, files: number[], variables: Partial<Env> = {}) {
  const { text, conversationId } = await answered(
    hanako,
    { query, files, pipeline: 'data_extraction_ai' },
    { variables },
  )
  const attachments = (await entriesOf(hanako, conversationId)).at(-1)!.file_attachments
  return { text, attachments, conversationId }
}

async function bytesOf({ id }: Attachment): Promise<Uint8Array> {
  const row = await env.DB.prepare('SELECT object_key FROM files WHERE id = ?').bind(id).first<{ object_key: string }>()
  return (await env.FILES.get(row!.object_key))!.bytes()
}

describe('without a model', () => {
  const withoutModels = { OPENAI_MODELS: '' }

  test('fields, dates, sums and tables come as XLSX, CSV and JSON that hold every row with its page', async () => {
    const { text, attachments } = await extract('Extract the data', [bill], withoutModels)
    expect(text).toContain('| Field | Invoice no. | 17-A | [:&1] |')
    expect(text).toContain('No language model is configured')
    expect(attachments.map(({ name }) => name)).toEqual([
      'extracted data.xlsx',
      'extracted data.csv',
      'extracted data.json',
    ])
    const { sheets } = await readXlsx(await bytesOf(attachments[0]!))
    expect(sheets.map(({ rows }) => rows)).toEqual([
      [
        ['Kind', 'Name or sentence', 'Value', 'File', 'Page'],
        ['Field', 'Invoice no.', '17-A', 'bill.txt', 1],
        ['Date', 'The total of ¥50,000 is due on 2026-12-01.', '2026-12-01', 'bill.txt', 1],
        ['Amount', 'The total of ¥50,000 is due on 2026-12-01.', '50000 JPY', 'bill.txt', 1],
      ],
      [
        ['Item', 'Pieces', 'File', 'Page'],
        ['Screw', '40', 'bill.txt', 2],
        ['Spring', '8', 'bill.txt', 2],
      ],
    ])
  })

  test('the files are in the library of who asked, as generated ones with a description, and in nobody else’s', async () => {
    const { attachments } = await extract('All amounts', [bill], withoutModels)
    const { id } = attachments[0]!
    const file = (await (await hanako(`/v1/files/${id}`)).json()) as StoredFile
    expect(file).toMatchObject({
      source_type: 'generated',
      group_type: 'user',
      group_id: organization.users[0]!.privateGroupId,
      mime_type: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
      properties: { description: 'Data taken from attached files: 1 rows' },
    })
    expect((await taro(`/v1/files/${id}`)).status).toBe(404)
  })

  test('telephone numbers and addresses in the tables of a PDF are found, each with its page', async () => {
    const manual = await indexedSample('airsense-3-manual.pdf')
    const phones = withoutMarks((await extract('Extract phone numbers', [manual], withoutModels)).text)
    expect(phones).toContain('| Phone number | Japan · Phone | 052-555-0134 | [:&1] |')
    expect(phones).toContain('| Phone number | Europe · Phone | +353 1 555 0142 | [:&1] |')
    expect(phones).toContain('Rows: 2, tables: 1.')

    const handbook = await indexedSample('employee-handbook.pdf')
    const addresses = withoutMarks((await extract('Extract the email addresses', [handbook], withoutModels)).text)
    for (const name of ['people', 'travel', 'it', 'facilities', 'compliance', 'phishing'])
      expect(addresses).toContain(`${name}@example.com`)
    expect(addresses).not.toContain('all of them')
    expect(addresses).toContain('what is written otherwise is not found')
  })

  test('pages and files that have no text are named, and so is what is not understood', async () => {
    const scan = await indexed('scan.pdf', [])
    const half = await indexed('half.pdf', ['Tel: 03-1234-5678'])
    await env.DB.prepare('UPDATE files SET page_count = 3 WHERE id = ?').bind(half).run()
    const { text } = await extract('Extract the supplier codes', [half, scan], withoutModels)
    expect(text).toContain('Pages of `half.pdf` without text that could be read, such as scans: 2.')
    expect(text).toContain('No text could be read in `scan.pdf`.')
    expect(text).toContain('I did not understand which data is asked for')
  })

  test('a file without such data, and a question without a file, are told so', async () => {
    const poem = await indexed('poem.txt', ['The sea is calm to-night.'])
    expect(await extract('All e-mail addresses', [poem], withoutModels)).toMatchObject({
      text: expect.stringContaining(
        'I looked in sentences and in tables and found none of this: E-mail address. Pages read: 1.',
      ),
      attachments: [],
    })
    expect((await extract('All dates', [], withoutModels)).text).toContain('Attach the files')
  })
})

describe('with a model', () => {
  const columns = JSON.stringify({ columns: ['Item', 'Pieces'] })

  test('the fields asked for in words become columns, and each row tells whether its values stand on its page', async () => {
    const rows = JSON.stringify({
      rows: [
        { cells: ['Screw', '40'], source: 2 },
        { cells: ['Nail', '9'], source: 2 },
        { cells: ['Bolt', '1'], source: 99 },
      ],
    })
    const { mark, calls } = await scripted([{ say: '```json\n' }, { say: `${columns}\n\`\`\`` }], [{ say: rows }])
    const { text, attachments, conversationId } = await extract(`Which items, how many? ${mark}`, [bill])
    expect(text).toContain('| Item | Pieces | Stands on the page | Source |')
    const { sheets } = await readXlsx(await bytesOf(attachments[0]!))
    expect(sheets[0]!.rows).toEqual([
      ['Item', 'Pieces', 'Stands on the page', 'File', 'Page'],
      ['Screw', '40', 'yes', 'bill.txt', 2],
      ['Nail', '9', 'no', 'bill.txt', 2],
    ])
    expect(await calls()).toHaveLength(2)
    expect(await answerEntryOf(hanako, conversationId)).toMatchObject({ status: 'done' })
  })

  test('what does not fit is asked for once more, with what is wrong, and its tokens count', async () => {
    const { mark, calls } = await scripted(
      [{ say: 'Sure! Here you are.' }],
      [{ say: columns }],
      [{ say: JSON.stringify({ rows: [{ cells: ['Screw'], source: 2 }] }) }],
      [{ say: JSON.stringify({ rows: [{ cells: ['Screw', '40'], source: 2 }] }) }],
    )
    const events = await eventsOf(
      await ask(hanako, { query: `Items ${mark}`, files: [bill], pipeline: 'data_extraction_ai' }),
    )
    expect(answerOf(events).text).toContain('| Screw | 40 | yes |')
    const asked = await calls()
    expect(asked).toHaveLength(4)
    const [instructions, again] = asked[3]!.messages.map(({ content }) => content)
    expect(again).toContain('That does not fit the schema')
    expect(instructions).toBe(asked[2]!.messages[0]!.content)
    expect(events).toContainEqual(
      expect.objectContaining({
        data: { info: expect.objectContaining({ usage: { input_tokens: 48, output_tokens: 4 } }) },
      }),
    )
  })

  test('where a model never writes what is wanted, rules take the data, and the answer says so', async () => {
    const { mark } = await scripted([{ say: 'I would rather talk.' }])
    const events = await eventsOf(
      await ask(hanako, { query: `All data ${mark}`, files: [bill], pipeline: 'data_extraction_ai' }),
    )
    const { text, conversationId } = answerOf(events)
    const { attachments } = events.flatMap(({ data }) => ('attachments' in data ? [data] : [])).at(-1)!
    expect(attachments).not.toEqual([])
    expect(text).toContain('The model wrote nothing that could be read as data, twice')
    expect(text).not.toContain('No language model is configured')
    expect(await answerEntryOf(hanako, conversationId)).toMatchObject({ status: 'done' })
    // What it wrote in vain costs as well.
    expect(events).toContainEqual(
      expect.objectContaining({
        data: { info: expect.objectContaining({ usage: { input_tokens: 24, output_tokens: 2 } }) },
      }),
    )
  })

  test('pages for which the model wrote nothing that could be read are counted', async () => {
    const long = await indexed('long.txt', ['Screw 40 '.repeat(1500), 'Nail 9 '.repeat(1500)])
    const rows = JSON.stringify({ rows: [{ cells: ['Screw', '40'], source: 1 }] })
    const { mark } = await scripted([{ say: columns }], [{ say: rows }], [{ say: 'Well' }])
    const { text } = await extract(`Items ${mark}`, [long])
    expect(text).toContain('| Screw | 40 | yes |')
    expect(text).toContain('Pages for which the model wrote nothing that could be read: 1.')
  })
})
