import { expect, test } from 'vitest'
import type { Reference } from '~/contract/chat.ts'
import type { AgentEvent } from '~/provider/agents/agent.ts'
import { citeAsWritten } from '~/provider/agents/cite-as-written.ts'
import type { TextEvent } from '~/provider/models/model.ts'

const known = (n: number): Reference | undefined => (n <= 3 ? { id: n, type: 'document', name: `${n}.txt` } : undefined)

async function cited(...events: TextEvent[]) {
  const seen: AgentEvent[] = []
  const given = async function* () {
    yield* events
  }
  for await (const event of citeAsWritten(given(), known)) seen.push(event)
  return seen
}

test('a source is named before its marker, once, also where the marker comes in pieces', async () => {
  const seen = await cited({ delta: 'One [' }, { delta: ':&' }, { delta: '2' }, { delta: '] and [:&1] and [:&2].' })
  expect(seen).toEqual([
    { delta: 'One ' },
    { references: [known(2), known(1)] },
    { delta: '[:&2] and [:&1] and [:&2].' },
  ])
})

test('a marker of an unknown source and what only looks like one are passed on', async () => {
  const seen = await cited({ delta: 'A list[0], x[:' }, { delta: '&9] and [' })
  expect(seen).toEqual([{ delta: 'A list[0], x' }, { delta: '[:&9] and ' }, { delta: '[' }])
})

test('of very many sources, the list is told anew in proportion to their number alone, and at last is whole', async () => {
  const all = (n: number): Reference => ({ id: n, type: 'document', name: `${n}.txt` })
  const told = async (count: number) => {
    const given = async function* () {
      for (let n = 1; n <= count; n++) yield { delta: `[:&${n}]` }
    }
    const lists: number[] = []
    for await (const event of citeAsWritten(given(), all))
      if ('references' in event) lists.push(event.references.length)
    expect(lists.slice(0, 20)).toEqual(Array.from({ length: 20 }, (_, index) => index + 1))
    expect(lists.at(-1)).toBe(count)
    return lists.reduce((sum, length) => sum + length, 0)
  }
  expect(await told(4000)).toBeLessThan(2.5 * (await told(2000)))
})

test('what is no text is passed on', async () => {
  const usage = { input_tokens: 1, output_tokens: 2 }
  expect(await cited({ delta: 'x' }, { usage })).toEqual([{ delta: 'x' }, { usage }])
})
