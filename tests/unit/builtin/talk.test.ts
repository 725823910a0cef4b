import { describe, expect, test } from 'vitest'
import { calculate } from '~/provider/builtin/talk/arithmetic.ts'
import { answerTalk } from '~/provider/builtin/talk/answer-talk.ts'
import { smallTalkIn } from '~/provider/builtin/talk/small-talk.ts'

test.each([
  [
    'greeting',
    ['Hello', 'Good morning, team!', 'hi there', 'こんにちは', 'はじめまして。よろしくお願いします', 'test'],
  ],
  [
    'thanks',
    ['thanks', 'Thanks a lot, that helped!', 'ok thank you', 'ありがとうございます！', '了解しました。助かりました'],
  ],
  ['goodbye', ['bye', 'Have a nice day', 'さようなら', 'おやすみなさい']],
  ['wellbeing', ['How are you today?', 'Hi! How is it going?', 'お元気ですか']],
  ['identity', ['Hello, who are you?', 'Are you a human?', 'What is your name?', 'あなたは誰ですか？', '自己紹介して']],
  [
    'ability',
    ['what can you do', 'Hello! What can you help me with?', 'help', '何ができますか', 'どんな質問ができますか？'],
  ],
] as const)('%s is recognised in both languages', (talk, texts) => {
  for (const text of texts) expect(smallTalkIn(text), text).toBe(talk)
})

test.each([
  'Hello, how many days of leave are there?',
  'Thanks. And who signs it?',
  'Who are you going to promote?',
  'What can you do when the alarm rings?',
  'こんにちは、有給休暇は何日ですか',
  '名前を変更したときの届け出は？',
  'Goodbye party for Ms Weiss',
  '',
])('%s is no small talk alone', (text) => {
  expect(smallTalkIn(text)).toBeUndefined()
})

describe('a sum', () => {
  test.each([
    ['What is 17% of 2400?', '17% × 2,400', '408'],
    ['12 * 7', '12 × 7', '84'],
    ['2400の17%は', '2,400 × 17%', '408'],
    ['5,000円の3割はいくら？', '5,000 × 3割', '1,500'],
    ['0.1 + 0.2', '0.1 + 0.2', '0.3'],
    ['(12 + 8) × 3.5 =', '(12 + 8) × 3.5', '70'],
    ['-5 + 3', '−5 + 3', '−2'],
    ['What is 5 plus 6 minus 2 times 4?', '5 + 6 − 2 × 4', '3'],
    ['100から30引くと？', '100 − 30', '70'],
    ['8掛ける9は何ですか', '8 × 9', '72'],
    ['99999999999999999999 + 1', '99,999,999,999,999,999,999 + 1', '100,000,000,000,000,000,000'],
    ['2^-2', '2^−2', '0.25'],
  ])('%s is worked out exactly', (text, expression, result) => {
    expect(calculate(text)).toEqual({ expression, result, exact: true })
  })

  test('whose decimals do not end is rounded, and said to be', () => {
    expect(calculate('what is 200 / 3?')).toEqual({ expression: '200 ÷ 3', result: '66.666667', exact: false })
    expect(answerTalk('200 / 3 =', 'en')).toContain('200 ÷ 3 ≈ **66.666667**')
  })

  test.each(['square root of 16', '10割る0は', '9^9^9', '5 + + * 3', '2 + (3'])('%s is left, in words', (text) => {
    expect(calculate(text)).toBe('unknown')
    expect(answerTalk(text, 'en')).toContain('but not this')
  })

  test.each([
    '2026-10-05',
    '03-1234-5678',
    '1/3',
    '2400',
    'E27',
    '2400の税込',
    'What is 17% of the budget?',
    'A + B',
    '9/10までに',
  ])('%s is none', (text) => {
    expect(calculate(text)).toBeUndefined()
  })
})
