import { env } from 'cloudflare:workers'
import { describe, expect, test } from 'vitest'
import type { StoredFile } from '~/contract/files.ts'
import { attachedFiles } from '~/provider/agents/attached-files.ts'
import { openFile } from '~/provider/agents/translation/open-file.ts'
import { place } from '~/provider/agents/translation/segment.ts'
import { ReaderFailed } from '~/provider/documents/ask-reader.ts'
import { extractPages } from '~/provider/documents/extract.ts'
import { mimeTypes, pdfOf } from '../unit/documents/fixtures.ts'
import { japaneseReport } from '../unit/translation/report.ts'
import { structureOf, wordsOf } from '../unit/translation/structure.ts'
import { answerEntryOf } from './harness/asking.ts'
import { seedMembers } from './harness/members.ts'
import { bytesOf, processed, read, translate } from './harness/translating.ts'

const { organization, hanako, taro, admin } = await seedMembers('translation.example', {
  hanako: 'user',
  taro: 'user',
  admin: 'admin',
})

const withoutModels = { OPENAI_MODELS: '' }
const report = await japaneseReport()
const inOrganization = (name: string, text: string) => processed(admin, name, text, organization.groupId)

await inOrganization(
  'Glossary 2026.csv',
  'ja,en,de\n年次報告書,Annual report,Jahresbericht\n社外秘,Confidential,\n品名,Item,\n金額,Amount,\nねじ,Screw,\n発行日,Date of issue,\n',
)
await inOrganization(
  'memory.tmx',
  '<?xml version="1.0"?><!DOCTYPE tmx SYSTEM "tmx14.dtd"><tmx version="1.4"><header/><body><tu><tuv xml:lang="ja"><seg>税抜きの金額です。</seg></tuv><tuv xml:lang="en"><seg>Amounts are before tax.</seg></tuv></tu></body></tmx>',
)

describe('without a model', () => {
  test('a document gets the organisation’s words in place, and what stays is highlighted, counted and named', async () => {
    const file = await processed(hanako, 'report.docx', report)
    const { text, attachments, conversationId } = await translate(
      hanako,
      'Translate this, please',
      [file],
      withoutModels,
    )
    expect(text).toMatch(/^About \d\d?% of \*\*report\.docx\*\* is translated into English: 9 of 15 passages/)
    expect(text).toContain('What is not translated is highlighted in it. Passages that stay as they were: 6.')
    expect(text).toContain('- 売上は過去最高でした。詳しくはこちら。')
    expect(text).toContain('glossary (6 terms) and translation memory (1 segments)')
    expect(attachments).toEqual([expect.objectContaining({ name: 'report (English).docx', mime_type: mimeTypes.docx })])
    expect(await answerEntryOf(hanako, conversationId)).toMatchObject({ status: 'done' })

    const result = await bytesOf(attachments[0]!)
    expect(wordsOf(result, 'word/header1.xml')).toEqual(['Confidential'])
    expect(wordsOf(result, 'word/footnotes.xml')).toEqual(['Amounts are before tax.'])
    const words = /^word\/(document|header|footer|footnotes)\d*\.xml$/
    const unmarked = (structure: Record<string, string>) =>
      JSON.stringify(structure).replace(/<w:rPr><w:highlight[^>]*><\/w:rPr>|<w:highlight[^>]*>/g, '')
    expect(unmarked(structureOf(result, words))).toBe(unmarked(structureOf(report, words)))
    const [page] = await extractPages(result, 'report.docx', mimeTypes.docx)
    expect(page!.text).toContain('Annual report\n')
    expect(page!.text).toContain('Date of issue December 1, 2026\nItem\tAmount\nScrew\t¥50,000\nA-17\t1,200')
  })

  test('the file is in the library of who asked, as a generated one, and in nobody else’s', async () => {
    const file = await processed(hanako, 'terms.md', '# 年次報告書\n')
    const { attachments } = await translate(hanako, 'ドイツ語に翻訳して', [file], withoutModels)
    expect(new TextDecoder().decode(await bytesOf(attachments[0]!))).toBe('# Jahresbericht\n')
    const { id } = attachments[0]!
    expect((await (await hanako(`/v1/files/${id}`)).json()) as StoredFile).toMatchObject({
      name: 'terms (Deutsch).md',
      source_type: 'generated',
      group_id: organization.users[0]!.privateGroupId,
      properties: { description: 'terms.mdのドイツ語への翻訳' },
    })
    expect((await taro(`/v1/files/${id}`)).status).toBe(404)
  })

  test('several files are translated one after another, and one that cannot be is said to be', async () => {
    const files = [
      await processed(hanako, '表.csv', '品名,金額\nねじ,5万円\n'),
      await processed(hanako, 'numbers.txt', '12 345\n'),
      await processed(hanako, 'poem.txt', 'The sea is calm to-night.\n'),
      await processed(hanako, 'note.TXT', 'Annual report\n'),
    ]
    const { text, attachments } = await translate(hanako, 'Translate these files', files, withoutModels)
    expect(attachments.map(({ name }) => name)).toEqual(['表 (English).csv', 'note (日本語).TXT'])
    const [table, note] = await Promise.all(attachments.map(bytesOf))
    expect(new TextDecoder().decode(table)).toBe('Item,Amount\nScrew,"¥50,000"\n')
    expect(new TextDecoder().decode(note)).toBe('年次報告書\n')
    expect(text).toContain('**numbers.txt** has nothing to translate')
    expect(text).toContain('**poem.txt** is not translated into Japanese: none of its 1 passages could be')
  })

  test('a PDF becomes a Word document with its pages', async () => {
    const file = await read(hanako, await pdfOf(['-']), ['Annual report', 'Item: Screw (2026-12-01)'])
    const { attachments } = await translate(hanako, 'Translate this', [file], withoutModels)
    expect(attachments.map(({ name }) => name)).toEqual(['terms (日本語).docx'])
    const pages = await extractPages(await bytesOf(attachments[0]!), 'terms.docx', mimeTypes.docx)
    expect(pages.map((page) => page.text)).toEqual(['年次報告書', '品名：ねじ（2026年12月1日）'])
  })

  test('a glossary that is none is named, and those of other places are not read', async () => {
    const other = await seedMembers('elsewhere.example', { jiro: 'admin' })
    const { jiro } = other
    await processed(jiro, 'glossary.csv', 'a,b\n1,2\n', other.organization.groupId)
    await processed(jiro, 'glossary-private.csv', 'ja,en\n秘密,Secret\n')
    const file = await processed(jiro, 'a.md', '年次報告書\n\n秘密\n')
    const { text, attachments } = await translate(jiro, 'Translate', [file], withoutModels)
    expect(text).toContain('none of its 2 passages')
    expect(text).toContain('glossary.csv could not be read as a glossary')
    expect(attachments).toEqual([])
  })

  test('a question without a file is told so', async () => {
    expect((await translate(hanako, '翻訳して', [], withoutModels)).text).toBe(
      '翻訳するファイルを添付し、翻訳先の言語を指定してください。',
    )
  })
})

test('what was translated is written once more where the reader was lost meanwhile, and then given up', async () => {
  const id = await processed(hanako, 'minutes.md', '# 議事録\n')
  const [file] = await attachedFiles(env.DB, { fileIds: [id], groupIds: [organization.users[0]!.privateGroupId] })
  const openLosing = (times: number) => {
    const reader = {
      readSegments: (...args) => env.READER.readSegments(...args),
      writeSegments: (...args) => (times-- > 0 ? Promise.reject(new Error('gone')) : env.READER.writeSegments(...args)),
    } as Pick<Env['READER'], 'readSegments' | 'writeSegments'> as Env['READER']
    return openFile({ bucket: env.FILES, reader }, file!, async () => [])
  }
  const once = await openLosing(1)
  place(once.segments[0]!, 'Minutes')
  expect(new TextDecoder().decode(await once.save())).toBe('# Minutes\n')
  const twice = await openLosing(2)
  await expect(twice.save()).rejects.toThrow(ReaderFailed)
})
