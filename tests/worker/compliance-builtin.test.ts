import { beforeEach, describe, expect, test } from 'vitest'
import { extractPages } from '~/provider/documents/extract.ts'
import { bytesOf, indexed, reviewed, rowsOf, setRules } from './harness/compliance.ts'
import { seedMembers } from './harness/members.ts'

const { organization, admin, hanako, taro } = await seedMembers('compliance-builtin.example', {
  admin: 'admin',
  hanako: 'user',
  taro: 'user',
})
const review = (query: string, files: number[]) => reviewed(hanako, query, files, { OPENAI_MODELS: '' })

beforeEach(() => setRules(admin, []))

const contract = await indexed(organization, 'contract.txt', [
  'Delivery contract\n1. Payment\nInvoices of the supplier are paid within 45 days of receipt.',
  '2. Returns\nReturned goods are a guaranteed refund. Goods may be returned by post.\n3. Governing law\nThe law of Japan applies.',
])

describe('rules of closed kinds are decided', () => {
  test('by looking for the words, with the page that has them', async () => {
    await setRules(admin, [
      "Documents must not use the word 'guaranteed'.",
      "The contract must contain the words 'law of Japan'.",
      'There must be a section named Liability',
      'Documents must never mention the word warranty',
    ])
    const { text, references } = await review('Please review', [contract])
    expect(rowsOf(text)).toEqual({
      1: ['Violated', '“Returned goods are a guaranteed refund.” [:&1]'],
      2: ['Met', '“The law of Japan applies.” [:&1]'],
      3: ['Violated', 'Nowhere in the text: “Liability”'],
      4: ['Met', 'Nowhere in the text: “warranty”'],
    })
    expect(text).toContain('Violated 2 · Unclear 0 · Met 2')
    expect(references).toMatchObject([{ id: 1, file_id: contract, page_number: 2, name: 'contract.txt' }])
    expect(references[0]!.excerpt).toContain('Returned goods are a guaranteed refund.')
    const order = [1, 3, 2, 4].map((number) => text.indexOf(`**${number}\\. `))
    expect(order).toEqual(order.toSorted((a, b) => a - b))
  })

  test('by comparing limits, and only where the sentence speaks of the same', async () => {
    await setRules(admin, [
      'Invoices of the supplier are paid within 30 days',
      'Invoices of the supplier are paid within 60 days',
      'Complaints are answered within 30 days',
    ])
    const { text } = await review('Please review', [contract])
    const sentence = '“Invoices of the supplier are paid within 45 days of receipt.” [:&1]'
    expect(rowsOf(text)).toMatchObject({
      1: ['Violated', sentence],
      2: ['Met', sentence],
      3: ['Unclear', expect.stringContaining(sentence)],
    })
  })

  test('in Japanese, too', async () => {
    const policy = await indexed(organization, '規程.txt', [
      '情報管理規程\n第3条（パスワード）\nパスワードの長さは６文字以上とする。\n当社の製品は絶対に安全です。',
    ])
    await setRules(admin, [
      '「絶対に」という表現を使用してはならない。',
      'パスワードの長さは8文字以上とする',
      '「パスワード」の条を設けること',
      '必須用語：情報管理規程、責任者',
    ])
    const { text } = await review('この文書を審査してください', [policy])
    expect(rowsOf(text)).toEqual({
      1: ['違反', '「当社の製品は絶対に安全です。」 [:&1]'],
      2: ['違反', '「パスワードの長さは６文字以上とする。」 [:&1]'],
      3: ['適合', '「第3条（パスワード）」 [:&1]'],
      4: ['違反', '「情報管理規程」 [:&1] 本文に見当たらない語: 「責任者」'],
    })
    expect(text).toContain('言語モデルが設定されていない')
  })
})

test('all other rules get the passages that come nearest, are unclear, and the answer says why', async () => {
  await setRules(admin, ['Returned goods are inspected', 'Directors declare conflicts of interest'])
  const { text, references } = await review('Please review', [contract])
  expect(rowsOf(text)).toEqual({
    1: [
      'Unclear',
      expect.stringMatching(
        /^“[^”]*goods[^”]*” \[:&1\].* Not decided\. Looked for “Returned”, “goods”, “inspected”; what comes/,
      ),
    ],
    2: ['Unclear', 'Not decided. Looked for “Directors”, “declare”, “conflicts”, “interest”; no passage speaks of it.'],
  })
  expect(text).toContain('No language model is configured')
  expect(references).toMatchObject([{ page_number: 2 }])
})

test('the report is a document and a table with every finding, in the library of who asked', async () => {
  await setRules(admin, ["Documents must not use the word 'guaranteed'.", '=1+1 is harmless'])
  const scan = await indexed(organization, 'scan.png', [])
  const { text, attachments } = await review('Please review', [contract, scan])
  expect(text).toContain('This file has no text that could be checked.')
  expect(attachments.map(({ name }) => name)).toEqual(['compliance review.docx', 'compliance review.csv'])
  const [document, table] = attachments as [(typeof attachments)[0], (typeof attachments)[0]]

  const pages = await extractPages(await bytesOf(document), document.name, document.mime_type)
  const words = pages.map((page) => page.text).join('\n')
  expect(words).toContain('Compliance review')
  expect(words).toMatch(/Date: \d{4}-\d\d-\d\d \d\d:\d\d UTC/)
  expect(words).toContain('contract.txt\t1\t1\t0\nscan.png\t–\t–\t–')
  expect(words).toContain(
    "1\tDocuments must not use the word 'guaranteed'.\tViolated\t“Returned goods are a guaranteed refund.” (page 2)",
  )

  const csv = new TextDecoder('utf-8', { ignoreBOM: true }).decode(await bytesOf(table))
  expect(csv.startsWith('\u{feff}Document,No.,Rule,Verdict,Pages,Evidence,Reason\r\n')).toBe(true)
  expect(csv).toContain("contract.txt,1,Documents must not use the word 'guaranteed'.,Violated,2,")
  expect(csv).toContain(',2,"\'=1+1 is harmless",Unclear,')

  expect((await hanako(`/v1/files/${document.id}`)).status).toBe(200)
  expect((await taro(`/v1/files/${document.id}`)).status).toBe(404)
})

test('without rules the answer says so, and where they are set', async () => {
  const { text, attachments } = await review('Please review', [contract])
  expect(text).toContain('No rules are set')
  expect(text).toContain('Admin › Agent Config')
  expect(attachments).toEqual([])
})

test('rules beyond what can be checked at once are not passed over silently', async () => {
  const files = await Promise.all(
    Array.from({ length: 10 }, (_, index) => indexed(organization, `note ${index}.txt`, ['A short note.'])),
  )
  await setRules(
    admin,
    Array.from({ length: 93 }, (_, index) => `Documents must not use the word 'w${index}'.`),
  )
  const { text, attachments } = await review('Please review', files)
  expect(text).toContain('Rules: 90.')
  expect(text).toContain('The last 3 rules were not checked')
  expect(text).toContain('and 80 more rules in the report')
  const csv = new TextDecoder().decode(await bytesOf(attachments[1]!))
  expect(csv.trim().split('\r\n')).toHaveLength(1 + 900)
})
