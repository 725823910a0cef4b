import { describe, expect, test } from 'vitest'
import { askedPlaces } from '~/provider/agents/analysis/asked-places.ts'
import { askedTopic } from '~/provider/agents/analysis/asked-topic.ts'

const page = (from: number, to = from) => ({ from, to })

describe('the pages and sections that a question names', () => {
  test.each([
    ['Summarise page 3 of the report', [page(3)], undefined],
    ['Summarise pages 3 to 5', [page(3, 5)], undefined],
    ['Compare pages 2 and 7', [page(2), page(7)], undefined],
    ['What does page 3 say about prices?', [page(3)], 'prices'],
    ['Summarise the prices on page 12', [page(12)], 'prices'],
    ['Summarise chapter 2', [{ kind: 'chapter', number: '2' }], undefined],
    ['Give me the key points of Section 4.1, please', [{ kind: 'section', number: '4.1' }], undefined],
    ['summarise the deadlines in clause 7', [{ kind: 'article', number: '7' }], 'deadlines'],
    ['報告書の3ページを要約して', [page(3)], undefined],
    ['3～5ページの要点を教えて', [page(3, 5)], undefined],
    ['３ページの価格について要約して', [page(3)], '価格'],
    ['第2章を要約してください', [{ kind: 'chapter', number: '2' }], undefined],
    ['第十二条の要点は？', [{ kind: 'article', number: '12' }], undefined],
    ['2章と3章を比較して', ['2', '3'].map((number) => ({ kind: 'chapter', number })), undefined],
  ])('of %s', (question, places, topic) => {
    const asked = askedPlaces(question)!
    expect(asked.places).toEqual(places)
    expect(askedTopic(asked.rest, ['notes.pdf'])).toBe(topic)
  })

  test.each([
    'Summarise this in 3 pages',
    'Summarise the web page',
    'Summarise the 2 chapters',
    '3ページで要約して',
    '2ページ以内でまとめて',
    '10件の条件を比較して',
  ])('are none of %s', (question) => {
    expect(askedPlaces(question)).toBeUndefined()
  })
})
