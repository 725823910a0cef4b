import { expect, test } from 'vitest'
import { titleOf } from '~/provider/chat/titles.ts'

const length = (text: string) => [...new Intl.Segmenter('en').segment(text)].length

test('a short question is its own title, on one line', () => {
  expect(titleOf('  How much\n is  it? ', 'en')).toBe('How much is it?')
  expect(titleOf('x'.repeat(60), 'en')).toBe('x'.repeat(60))
})

test('a long question is cut behind a word', () => {
  const title = titleOf(
    'Which of the rules on paid leave changed when the company moved to the new building in 2024?',
    'en',
  )
  expect(title).toBe('Which of the rules on paid leave changed when the company…')
})

test('a long question in Japanese is cut behind a word too', () => {
  const title = titleOf(
    '就業規則の第十二条では年次有給休暇は何日と定められていますか。また、その翌年への繰り越しはどのような場合に認められるのでしょうか教えてください',
    'ja',
  )
  expect(title.endsWith('…')).toBe(true)
  expect(length(title)).toBeLessThanOrEqual(61)
  expect(length(title)).toBeGreaterThan(40)
})

test('a single word without end is cut between characters, never within one', () => {
  const family = '👩‍👩‍👧‍👦'
  expect(titleOf(family.repeat(80), 'en')).toBe(`${family.repeat(60)}…`)
  expect(titleOf('が'.normalize('NFD').repeat(80), 'ja').isWellFormed()).toBe(true)
  expect(titleOf('x'.repeat(200_000), 'en')).toBe(`${'x'.repeat(60)}…`)
})
