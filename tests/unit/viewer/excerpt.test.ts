import { describe, expect, it } from 'vitest'
import { findExcerpt } from '~/viewer/excerpt.ts'

/** The stretches that were found, as words. */
const found = (texts: string[], excerpt: string) =>
  findExcerpt(texts, excerpt).map(({ text, start, end }) => texts[text]!.slice(start, end))

describe('finding a cited passage', () => {
  it('finds it inside one text', () => {
    expect(found(['The limit is 240 euros a night.'], 'limit is 240 euros')).toEqual(['limit is 240 euros'])
  })

  it('finds it across texts, whatever stands between them', () => {
    const runs = ['The limit', ' ', 'is 240', '', 'euros a night.']
    expect(found(runs, 'the limit is 240 euros')).toEqual(['The limit', 'is 240', 'euros'])
  })

  it('finds a word that the document hyphenates at a line end', () => {
    expect(found(['the reim-', 'bursement ceiling'], 'reimbursement ceiling')).toEqual(['reim', 'bursement ceiling'])
  })

  it('finds a word that only the excerpt hyphenates', () => {
    expect(found(['the reimbursement ceiling'], 'reim-\nbursement ceiling')).toEqual(['reimbursement ceiling'])
  })

  it('finds a line whose number is drawn beside it', () => {
    expect(found(['会社は従業員に制服を貸与する。'], '第3条 会社は従業員に制服を貸与する。')).toEqual([
      '会社は従業員に制服を貸与する。',
    ])
  })

  it('ignores soft hyphens and zero-width characters', () => {
    expect(found(['re\u00ADim\u200Bburse'], 'reimburse')).toEqual(['re\u00ADim\u200Bburse'])
  })

  it('ignores spaces between Japanese characters', () => {
    expect(found(['宿 泊 費 は', '一泊 二万円'], '宿泊費は一泊二万円')).toEqual(['宿 泊 費 は', '一泊 二万円'])
  })

  it('takes full-width and half-width forms for the same', () => {
    expect(found(['上限は２４０ユーロ（税込）'], '上限は240ﾕｰﾛ(税込)')).toEqual(['上限は２４０ユーロ（税込）'])
  })

  it('takes half-width kana with a voicing mark for one character', () => {
    expect(found(['ｶﾞｲﾄﾞﾗｲﾝの改訂'], 'ガイドライン')).toEqual(['ｶﾞｲﾄﾞﾗｲﾝ'])
  })

  it('takes combining marks and composed letters for the same', () => {
    expect(found(['Cafe\u0301 Zu\u0308rich'], 'café zürich')).toEqual(['Cafe\u0301 Zu\u0308rich'])
    expect(found(['Café Zürich'], 'Cafe\u0301 Zu\u0308rich')).toEqual(['Café Zürich'])
  })

  it('keeps a ligature whole', () => {
    expect(found(['the ﬁnal oﬃce'], 'final office')).toEqual(['ﬁnal oﬃce'])
  })

  it('keeps characters outside the basic plane whole', () => {
    expect(found(['店長は𠮷田さん', 'です'], '𠮷田さんです')).toEqual(['𠮷田さん', 'です'])
  })

  it('marks the sentences that it finds when the whole is not there', () => {
    const page = ['Receipts are filed within thirty days.', 'Footer 12', 'Later ones need the approval of finance.']
    const excerpt =
      'Receipts are filed within thirty days. Later ones need the approval of finance. Not on this page at all.'
    expect(found(page, excerpt)).toEqual([page[0], page[2]])
  })

  it('finds each line for itself, and all of a passage of which only the beginning and the end are named', () => {
    const page = [
      'Receipts are filed within thirty days, ',
      'in the order of their dates, by everyone.',
      'A last line stands here.',
    ]
    expect(found(page, 'A last line stands here.\nReceipts are filed…dates, by everyone.')).toEqual([
      page[2],
      page[0]!.trimEnd(),
      page[1],
    ])
    expect(found([`${page[0]}${'x'.repeat(6000)}`, page[1]!], 'Receipts are filed…dates, by everyone.')).toEqual([
      'Receipts are filed',
      'dates, by everyone.',
    ])
    expect(found(['It ends as it began … or so they say.'], 'as it began … or so')).toEqual(['as it began … or so'])
  })

  it('does not mark a short sentence by chance', () => {
    expect(found(['Yes. It does. No more.'], 'It does. But this long sentence stands on another page.')).toEqual([])
  })

  it('gives nothing for what is not there, nor for an empty excerpt', () => {
    expect(found(['The limit is 240 euros.'], 'The ceiling is 180 dollars')).toEqual([])
    expect(found(['The limit is 240 euros.'], ' - ')).toEqual([])
    expect(found([], 'anything')).toEqual([])
  })
})
