import { describe, expect, test } from 'vitest'
import { askedTopic } from '~/provider/agents/analysis/asked-topic.ts'
import { asksForSummary } from '~/provider/agents/analysis/asks-for-summary.ts'

describe('the topic of a summary is read from the question', () => {
  test.each([
    ['Summarise what it says about prices', 'prices'],
    ['Summarize what these documents say about the late fees, please.', 'late fees'],
    ['Give me the key points on security', 'security'],
    ['compare the two offers regarding delivery', 'delivery'],
    ['Regarding delivery, compare the two offers', 'delivery'],
    ['Compare the prices of the two offers', 'prices'],
    ['Compare both proposals in terms of warranty and support', 'warranty and support'],
    ['What does the handbook say about annual leave?', 'annual leave'],
    ['What is said about parking in this document?', 'parking'],
    ['Summarise the security measures in three bullet points', 'security measures'],
    ['Give me an overview of the payment terms in the contract', 'payment terms'],
    ['main points of the security chapter', 'security'],
    ['Summarise the report with regard to "water use". Keep it short.', 'water use'],
    ['Summarise Article 5', 'Article 5'],
    ['Can you summarise the main risks mentioned in these documents?', 'risks'],
    ['Summarise everything on sick leave', 'sick leave'],
    ['What are the main differences in price between the two offers?', 'price'],
    ['Summarise these files with a focus on costs', 'costs'],
    ['がんについて要約して', 'がん'],
    ['2つの見積を比較して、納期の違いを教えて', '納期'],
    ['英語について要約して', '英語'],
    ['価格について要約して', '価格'],
    ['セキュリティの要点を教えてください', 'セキュリティ'],
    ['納期について2社の見積書を比較してください', '納期'],
    ['2社の見積書を納期の面で比較して', '納期'],
    ['この契約書の解約についてまとめて', '解約'],
    ['料金と納期について3行で要約してください', '料金と納期'],
    ['この資料から、「個人情報の取扱い」に関する要点を箇条書きで', '個人情報の取扱い'],
    ['支払条件だけ要約してください', '支払条件'],
    ['文書管理について要約して', '文書管理'],
    ['就業規則には残業について何が書かれていますか', '残業'],
    ['価格を簡潔にまとめて', '価格'],
  ])('%s', (question, topic) => {
    expect(askedTopic(question, ['notes.pdf'])).toBe(topic)
  })
})

describe('files that are to be summarised as a whole have none', () => {
  test.each([
    'Summarise these files, please',
    'Summarise',
    'Summarise this in three bullet points',
    'Summarise the attached contract for my boss',
    'Please summarize the document in Japanese.',
    'What are the key points?',
    'What is this document about?',
    'Compare the two offers',
    'Compare offer A and offer B',
    'Give me a summary of the main findings of this report',
    'Summarise it briefly',
    'tl;dr',
    'Write a summary of the contract for the board',
    'Summarise both files and highlight the differences',
    'Compare A.pdf and B.pdf',
    'Summarise this document in about 100 words',
    '会議で決まったことをまとめて',
    '英語で要約して',
    '要約してください',
    'このファイルを要約して',
    'この文書の重要なポイントを教えて',
    '添付の資料について3行でまとめてください',
    '2社の見積書を比較してください',
    '何について書かれていますか。概要を教えてください',
    '日本語で簡潔にまとめて',
    '先月の会議の要点',
    'それぞれの概要を教えて',
  ])('%s', (question) => {
    expect(askedTopic(question, ['notes.pdf'])).toBeUndefined()
  })

  test('and neither has one that names an attached file', () => {
    expect(askedTopic('Summarise the AirSense 3 manual', ['airsense-3-manual.pdf'])).toBeUndefined()
    expect(askedTopic('情報セキュリティ規程の要点は？', ['情報セキュリティ規程.docx'])).toBeUndefined()
    expect(askedTopic('Summarise the AirSense prices', ['airsense-3-manual.pdf'])).toBe('AirSense prices')
    expect(askedTopic('Summarise the prices', ['price-list.csv'])).toBe('prices')
  })
})

test('a question that wants one thing has no topic', () => {
  expect(asksForSummary('How does the price compare with that of last year?')).toBe(false)
  expect(askedTopic('What is the difference in pay between grades 3 and 4?', [])).toBeUndefined()
  expect(askedTopic('When does the contract end?', [])).toBeUndefined()
  expect(askedTopic('有給休暇は何日ですか', [])).toBeUndefined()
})
