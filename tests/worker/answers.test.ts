import { env } from 'cloudflare:workers'
import { describe, expect, test } from 'vitest'
import { composeAnswer } from '~/provider/builtin/compose-answer.ts'
import { isTalk } from '~/provider/builtin/talk/answer-talk.ts'
import { findPassages, termRarity } from '~/provider/search/find-passages.ts'
import { indexFile } from '~/provider/search/index-file.ts'
import { type CollectedQuestion, collections } from '../bench/answers/asked.ts'
import { seedFile, seedOrganization } from './harness/callers.ts'

interface Outcome extends CollectedQuestion {
  verdict: 'says' | 'nearest' | 'nothing' | 'talk'
  /** Whether the first quotation has the answer. */
  right: boolean
  text: string
}

async function askAll(language: 'en' | 'ja'): Promise<Outcome[]> {
  const { documents, questions } = collections[language]
  const { id: organizationId, groupId } = await seedOrganization(`Answers ${language}`, [])
  for (const { name, pages } of documents) {
    const id = await seedFile({ organizationId, groupId, name })
    const texts = pages.map((text, index) => ({ page: index + 1, text }))
    await indexFile(env, { id, group_id: groupId, name }, texts)
  }
  return Promise.all(
    questions.map(async (asked): Promise<Outcome> => {
      const { question, answer } = asked
      if (isTalk(question)) return { ...asked, verdict: 'talk', right: false, text: '' }
      const passages = await findPassages(env, { text: question, groupIds: [groupId], limit: 20 })
      const rarity = await termRarity(env, question, [groupId])
      const { verdict, pieces } = composeAnswer(question, passages, { language, rarity })
      const text = pieces.join('').replaceAll('\\', '')
      const first = text
        .split('\n')
        .filter((line) => line.startsWith('> '))
        .join('\n')
      return { ...asked, verdict, right: answer !== undefined && first.includes(answer), text: first }
    }),
  )
}

const shareOf = (outcomes: Outcome[], counts: (outcome: Outcome) => boolean) =>
  outcomes.filter(counts).length / outcomes.length

const isHedged = ({ verdict }: Outcome) => verdict !== 'says'

/** What `npm run bench:answers` is for; the tests hold the half that is held out. */
function print(language: string, outcomes: Outcome[]) {
  const rows = (['tuning', 'held out'] as const).flatMap((half) =>
    (['answerable', 'absent', 'nearly', 'talk', 'sums'] as const).map((kind) => {
      const own = outcomes.filter((outcome) => outcome.half === half && outcome.kind === kind)
      const count = (verdict: Outcome['verdict']) => own.filter((outcome) => outcome.verdict === verdict).length
      return {
        half,
        kind,
        questions: own.length,
        says: count('says'),
        nearest: count('nearest'),
        nothing: count('nothing'),
        talk: count('talk'),
        ...(kind === 'answerable' && { 'first quotation right': shareOf(own, ({ right }) => right).toFixed(2) }),
      }
    }),
  )
  console.log(`Built-in answers, ${language}`)
  // workerd draws no tables.
  for (const row of rows)
    console.log(
      Object.entries(row)
        .map(([name, value]) => `${name}: ${value}`)
        .join(', '),
    )
}

/** The least shares of first quotations that hold the answer. */
const leastQuoted = { en: 0.85, ja: 0.92 }

describe.each(['en', 'ja'] as const)('Of the %s questions that are held out', async (language) => {
  const outcomes = await askAll(language)
  print(language, outcomes)
  const held = (kind: CollectedQuestion['kind']) =>
    outcomes.filter((outcome) => outcome.half === 'held out' && outcome.kind === kind)
  const list = (wrong: Outcome[]) => wrong.map(({ question, text }) => `${question} -> ${text}`).join('\n')

  test('there are 200 and more', () => {
    expect(outcomes.length).toBeGreaterThanOrEqual(200)
  })

  test('at most 5 % of those that the texts answer are hedged or refused', () => {
    const answerable = held('answerable')
    expect(shareOf(answerable, isHedged), list(answerable.filter(isHedged))).toBeLessThanOrEqual(0.05)
  })

  test('70 % and more of those that the texts do not answer are hedged or refused, their subject known or not', () => {
    const unanswered = [...held('absent'), ...held('nearly')]
    const answered = unanswered.filter((outcome) => !isHedged(outcome))
    expect(shareOf(unanswered, isHedged), list(answered)).toBeGreaterThanOrEqual(0.7)
  })

  test('the first quotation holds the answer', () => {
    const answerable = held('answerable')
    const wrong = answerable.filter(({ right }) => !right)
    expect(
      shareOf(answerable, ({ right }) => right),
      list(wrong),
    ).toBeGreaterThanOrEqual(leastQuoted[language])
  })

  test('small talk and sums are never looked for in files, and nothing else is taken for them', () => {
    for (const { question, kind, verdict } of outcomes) {
      expect(verdict === 'talk', question).toBe(kind === 'talk' || kind === 'sums')
    }
  })
})
