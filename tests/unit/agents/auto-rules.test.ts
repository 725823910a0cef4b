import { describe, expect, test } from 'vitest'
import { type AgentType, agentTypes } from '~/contract/chat.ts'
import { byRules } from '~/provider/agents/auto/rules.ts'

const all = agentTypes.filter((type) => type !== 'auto_ai')
const withoutFiles: AgentType[] = ['chat_ai', 'search_ai', 'creative_ai']

const pdf = 'application/pdf'
const csv = 'text/csv'
const xlsx = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

const picked: [agent: AgentType, mimeTypes: string[], questions: string[]][] = [
  ['chat_ai', [], ['Hello', 'Good morning!', 'Thank you', 'Draft a mail to the bank', 'Please write a letter']],
  ['chat_ai', [], ['こんにちは', 'お礼の文を考えて', '謝罪のメールを書いてください。']],
  [
    'search_ai',
    [],
    ['How many days of leave are there?', 'Highest fee', 'written warning rules', 'Who drew the plan?'],
  ],
  [
    'search_ai',
    [],
    ['有給休暇は何日ですか', '契約書には何と書いてありますか', '画像のファイルはどこですか', '翻訳の費用は？'],
  ],
  ['search_ai', [pdf], ['When does the contract end?', 'Hello', '解約の期限は？', 'こんにちは']],
  [
    'creative_ai',
    [],
    ['Draw a cat in space', 'Create a logo for our team', 'Write a poem about rain', 'Tell me a short story'],
  ],
  [
    'creative_ai',
    [],
    ['猫の絵を描いて', 'ロゴの画像を作ってください', '雨の詩を書いて', '新製品のキャッチコピーを考えて'],
  ],
  ['analysis_ai', [pdf], ['Summarise this', 'What are the key points?', 'What is this document about?']],
  ['analysis_ai', [pdf, pdf], ['Compare the two offers regarding delivery', 'What does it say about prices?']],
  ['analysis_ai', [pdf], ['納期について2社の見積書を比較して', '価格について何が書かれていますか']],
  ['analysis_ai', [pdf, csv], ['要約してください', 'この契約書の要点は？', '概要を教えて']],
  ['file_transformation_ai', [pdf], ['Translate this into Japanese', 'Can I have it in French?', 'to German, please']],
  [
    'file_transformation_ai',
    [xlsx],
    ['翻訳してください', '英語にしてください', 'この表を中国語に訳して', '和訳をお願いします'],
  ],
  ['data_extraction_ai', [pdf], ['Extract the invoice numbers', 'List all dates', 'Give me the parties as a table']],
  [
    'data_extraction_ai',
    [pdf],
    ['請求金額を抽出して', '日付の一覧を作って', '担当者をリストにして', 'CSVにしてください'],
  ],
  [
    'data_analysis_ai',
    [csv],
    ['Total sales by region', 'Draw a chart of the sales', 'What is the average price?', 'What is in it?'],
  ],
  [
    'data_analysis_ai',
    [xlsx],
    ['月別の売上を集計して', 'グラフを描いて', '平均単価は？', '上位10件を教えて', 'これは何ですか'],
  ],
  [
    'compliance_review_ai',
    [pdf],
    ['Does this comply with our policy?', 'Check it against the rules', 'Any violations?'],
  ],
  ['compliance_review_ai', [pdf], ['規程に違反していませんか', '社内ルールに沿っているか確認して', '契約書を審査して']],
]

describe.each(picked)('%s with files %j', (agent, mimeTypes, questions) => {
  test.each(questions)('answers %j', (question) => {
    expect(byRules({ question, mimeTypes }, mimeTypes.length > 0 ? all : withoutFiles)).toBe(agent)
  })
})

test('an agent that cannot be asked is not picked: the next that fits is', () => {
  const question = 'Draw a cat'
  expect(byRules({ question, mimeTypes: [] }, ['chat_ai', 'search_ai'])).toBe('search_ai')
  expect(byRules({ question: 'Hello', mimeTypes: [] }, ['search_ai'])).toBe('search_ai')
  expect(byRules({ question: 'Highest fee', mimeTypes: [] }, ['chat_ai'])).toBe('chat_ai')
  expect(byRules({ question: 'Highest fee', mimeTypes: [pdf] }, ['analysis_ai', 'compliance_review_ai'])).toBe(
    'analysis_ai',
  )
  expect(byRules({ question: 'Highest fee', mimeTypes: [] }, ['creative_ai'])).toBe('creative_ai')
  expect(byRules({ question, mimeTypes: [] }, [])).toBeUndefined()
})
