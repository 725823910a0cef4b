import { describe, expect, test } from 'vitest'
import { judge, type Kept, type Wanted, type WishKind } from '../../chaos/browsing/judge.ts'

const wish = (kind: WishKind, more: Partial<Wanted> = {}): Wanted => ({
  kind,
  word: 'zq',
  wasTold: false,
  wasReloaded: false,
  ...more,
})

const nothing: Kept = {
  questions: [],
  drafts: '',
  files: [],
  title: 'as before',
  isDeleted: false,
  isRated: false,
  answers: [],
}

const judged = (wanted: Wanted[], kept: Partial<Kept>) =>
  judge(wanted, { ...nothing, ...kept }, (text) => text === 'whole').map(([count]) => count)

test('nothing is found where all was done once', () => {
  const kinds: WishKind[] = ['question', 'upload', 'rename', 'deletion', 'rating']
  const kept = {
    questions: ['zq of the plan'],
    files: ['zq.txt'],
    title: 'zq',
    isDeleted: true,
    isRated: true,
    answers: [{ id: 1, isDone: true, text: 'whole' }],
  }
  expect(
    judged(
      kinds.map((kind) => wish(kind)),
      kept,
    ),
  ).toEqual([])
})

describe.each(['question', 'draft'] as const)('a %s', (kind) => {
  test('that is nowhere is lost, whatever was said and loaded', () => {
    expect(judged([wish(kind)], {})).toEqual(['lost'])
    expect(judged([wish(kind, { wasTold: true, wasReloaded: true })], {})).toEqual(['lost'])
  })

  test('that is back in a box is not lost', () => {
    expect(judged([wish(kind)], { drafts: 'before\nzq and more' })).toEqual([])
  })

  test('that was asked twice is doubled, also with other words the second time', () => {
    expect(judged([wish(kind)], { questions: ['zq', 'zq and more'] })).toEqual(['doubled'])
  })

  test('that was asked is not doubled by what is left in a box', () => {
    expect(judged([wish(kind)], { questions: ['zq'], drafts: 'zq' })).toEqual([])
  })
})

describe.each(['upload', 'rename', 'deletion', 'rating'] as const)('an act: %s', (kind) => {
  test('that was not done is lost, unless that was told or the page is another', () => {
    expect(judged([wish(kind)], {})).toEqual(['lost'])
    expect(judged([wish(kind, { wasTold: true })], {})).toEqual([])
    expect(judged([wish(kind, { wasReloaded: true })], {})).toEqual([])
  })
})

test('a file that is there twice is doubled, whatever was told', () => {
  expect(judged([wish('upload', { wasTold: true })], { files: ['zq.txt', 'zq.txt'] })).toEqual(['doubled'])
})

test('of two new names either may stand, and no third', () => {
  const wanted = [wish('rename', { word: 'one' }), wish('rename', { word: 'two' })]
  expect(judged(wanted, { title: 'one' })).toEqual([])
  expect(judged(wanted, { title: 'as before' })).toEqual(['lost', 'lost'])
})

test('an answer that has ended without its end has lost words; one that was stopped has not', () => {
  const answers = [
    { id: 1, isDone: true, text: 'who' },
    { id: 2, isDone: false, text: 'who' },
  ]
  expect(judge([], { ...nothing, answers }, (text) => text === 'whole')).toEqual([['lost', 'words of answer 1']])
})
