import { describe, expect, test } from 'vitest'
import type { Reference } from '~/contract/chat.ts'
import type { AgentEvent } from '~/provider/agents/agent.ts'
import { claimsOf, markClaims } from '~/provider/agents/mark-claims.ts'

describe('the claim of a marker', () => {
  test.each([
    ['The fee is 300 yen [:&2].', [{ n: 2, claim: 'The fee is 300 yen' }]],
    ['It is open. The fee is 300 yen. [:&2]', [{ n: 2, claim: 'The fee is 300 yen.' }]],
    [
      'It is open [:&1]. The fee is 300 yen [:&2][:&3].',
      [
        { n: 1, claim: 'It is open' },
        { n: 2, claim: 'The fee is 300 yen' },
        { n: 3, claim: 'The fee is 300 yen' },
      ],
    ],
    ['開館は9時です。入場料は300円です[:&1]。', [{ n: 1, claim: '入場料は300円です' }]],
    ['| Fee | 300 yen [:&4] |', [{ n: 4, claim: '| Fee | 300 yen' }]],
    ['[:&1]', []],
    ['No source.', []],
  ])('in %s', (answer, claims) => {
    expect(claimsOf(answer)).toEqual(claims)
  })
})

const page = [
  'Museum',
  'The museum opens at nine. It closes on Mondays.',
  'Visitors over 65 pay half of the fee. The fee for adults is 300 yen. Guides speak English and Japanese.',
].join('\n')

async function excerptFor(answer: string, source = page) {
  const given: Reference = { id: 1, type: 'document', name: 'a.pdf', file_id: 1, page_number: 1, excerpt: 'as found' }
  const events = async function* (): AsyncGenerator<AgentEvent> {
    yield { references: [given] }
    yield { delta: answer }
  }
  const seen: AgentEvent[] = []
  for await (const event of markClaims(events(), (n) => (n === 1 ? source : undefined))) seen.push(event)
  return seen.flatMap((event) => ('references' in event ? event.references : [])).at(-1)!.excerpt
}

test('the sentence that says most of the claim is the excerpt', async () => {
  expect(await excerptFor('Adults pay 300 yen [:&1].')).toBe('The fee for adults is 300 yen.')
})

test('a claim that rests on several sentences has them all, in the order of the page', async () => {
  expect(await excerptFor('Guides speak English; on Mondays it is closed [:&1].')).toBe(
    'It closes on Mondays.\nGuides speak English and Japanese.',
  )
})

test('each claim of a source adds its sentences, once', async () => {
  const answer = 'Guides speak Japanese [:&1]. It opens at nine [:&1]. It opens at nine, I said [:&1].'
  expect(await excerptFor(answer)).toBe('The museum opens at nine.\nGuides speak English and Japanese.')
})

test('Japanese claims and rows of tables are found as well', async () => {
  const source = '開館は9時である。入場料は大人300円とする。\n区分\t料金\n団体\t250円\n学生\t100円'
  expect(await excerptFor('大人の入場料は300円です[:&1]。', source)).toBe('入場料は大人300円とする。')
  expect(await excerptFor('団体は250円です[:&1]。', source)).toBe('団体\t250円')
})

test('what is not cited, or shares no words, keeps what was found', async () => {
  expect(await excerptFor('Adults pay 300 yen.')).toBe('as found')
  expect(await excerptFor('大人は三百円です[:&1]。')).toBe('as found')
})
