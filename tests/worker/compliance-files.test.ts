import { expect, test } from 'vitest'
import type { Reference } from '~/contract/chat.ts'
import { plainText } from '~/provider/agents/compliance/locate-quote.ts'
import type { DocumentPage } from '~/provider/documents/document.ts'
import { reviewed, rowsOf, setRules } from './harness/compliance.ts'
import { process, uploaded } from './harness/files.ts'
import { seedMembers } from './harness/members.ts'
import { samples } from './harness/samples.ts'

const { admin } = await seedMembers('compliance-files.example', { admin: 'admin' })

async function sample(name: string): Promise<number> {
  const { bytes } = samples.find((one) => one.name === name)!
  const file = await uploaded(admin, new File([bytes], name))
  await process(file)
  return file.id
}

const review = (query: string, files: number[]) => reviewed(admin, query, files, { OPENAI_MODELS: '' })

const verdictsIn = (text: string) =>
  Object.fromEntries(Object.entries(rowsOf(text)).map(([rule, [verdict]]) => [rule, verdict]))

/** Each quoted line stands on the page that it cites. */
async function expectToStand(references: Reference[]) {
  for (const { file_id, page_number, excerpt } of references) {
    const response = await admin(`/web/v1/files/${file_id}/content`)
    const { pages } = await response.json<{ pages: DocumentPage[] }>()
    const { text } = pages.find(({ page }) => page === page_number)!
    for (const line of excerpt!.split('\n')) expect(plainText(text)).toContain(plainText(line))
  }
}

const slow = 60_000

test(
  'a PDF is reviewed without a model, in English',
  async () => {
    await setRules(admin, [
      'Passwords have at least 12 characters',
      'Full-time employees receive at least 28 days of annual leave a year',
      "The handbook must have a section titled 'Parental leave'",
      "The handbook must have a section titled 'Whistleblowing'",
      "Documents must never use the expression 'as soon as possible'",
      'Gifts are reported to a compliance officer',
      "Employees must not use 'Dropbox'",
    ])
    const { text, references } = await review('Review this, please', [await sample('employee-handbook.pdf')])
    expect(verdictsIn(text)).toEqual({
      1: 'Met',
      2: 'Violated',
      3: 'Met',
      4: 'Violated',
      5: 'Met',
      6: 'Unclear',
      7: 'Unclear',
    })
    expect(text).toContain(
      '“Full-time employees receive 25 days of annual leave a year, in addition to public holidays.”',
    )
    expect(text).toContain('“3.3 Parental leave”')
    expect(references.map(({ page_number }) => page_number)).toEqual(expect.arrayContaining([4, 5, 6]))
    await expectToStand(references)
  },
  slow,
)

test(
  'a DOCX is reviewed without a model, in Japanese',
  async () => {
    await setRules(admin, [
      'パスワードは16文字以上とする',
      'ソフトウェアの更新は、通知から14日以内に適用する',
      '「委託先の管理」の章を設けること',
      '「絶対に安全」という表現を使用してはならない',
      '「USBメモリー」の使用を禁止する',
      '必須用語：最高情報責任者、緊急窓口、監査役',
    ])
    const { text, references } = await review('規程を審査してください', [await sample('情報セキュリティ規程.docx')])
    expect(verdictsIn(text)).toEqual({ 1: '違反', 2: '適合', 3: '適合', 4: '適合', 5: '要確認', 6: '違反' })
    expect(text).toContain('「7\\. 委託先の管理」')
    expect(text).toContain('本文に見当たらない語: 「監査役」')
    await expectToStand(references)
  },
  slow,
)
