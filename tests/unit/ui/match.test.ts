import { expect, it } from 'vitest'
import { fit, fitting, wordsIn } from '~/ui/match.ts'

const found = (typed: string, names: string[], loosely = false) =>
  fitting(names, (name) => [name], wordsIn(typed), loosely)

it('one spelling stands for width, case, hiragana and katakana', () => {
  for (const typed of ['ｱﾝｹｰﾄ', 'アンケート', 'あんけーと', 'ＡＮＫ']) {
    expect(found(typed, ['アンケートの集計', 'ank のメモ']).length, typed).toBe(1)
  }
  expect(found('api', ['ＡＰＩ キー'])).toEqual(['ＡＰＩ キー'])
})

it('what begins with it comes first, then what has a word that does, then what has it', () => {
  expect(found('plan', ['An explanation', 'The plan', 'Plans for May'])).toEqual([
    'Plans for May',
    'The plan',
    'An explanation',
  ])
  expect(found('契約', ['旧契約書', '契約書'])).toEqual(['契約書', '旧契約書'])
})

it('all words have to fit, in whatever order', () => {
  expect(found('書 契約', ['契約書', '契約', '書籍'])).toEqual(['契約書'])
})

it('letters in their order are enough where that is asked for alone', () => {
  expect(found('nwcv', ['New Conversation'], true)).toEqual(['New Conversation'])
  expect(found('nwcv', ['New Conversation'])).toEqual([])
  expect(found('z', ['New Conversation'], true)).toEqual([])
})

it('names that fit alike keep their order, and nothing typed leaves all of them', () => {
  const names = ['b plan', 'a plan', 'c plan']
  expect(found('plan', names)).toEqual(names)
  expect(found('　 ', names)).toEqual(names)
})

it('a name fits by the language that fits better', () => {
  const screen = { names: ['監査ログ', 'Audits'] }
  expect(fitting([screen], ({ names }) => names, wordsIn('aud'))).toEqual([screen])
  expect(fit('監査ログ', wordsIn('aud'))).toBe(0)
})
