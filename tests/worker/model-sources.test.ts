import { env } from 'cloudflare:workers'
import { describe, expect, test } from 'vitest'
import type { Reference } from '~/contract/chat.ts'
import type { AgentTask } from '~/provider/agents/agent.ts'
import { findSources } from '~/provider/agents/sources.ts'
import { openReranker } from '~/provider/models/reranker.ts'
import { indexFile } from '~/provider/search/index-file.ts'
import { answered } from './harness/asking.ts'
import { seedFile } from './harness/callers.ts'
import { seedMembers } from './harness/members.ts'
import { scripted } from './harness/streams.ts'

const { organization, hanako } = await seedMembers('model-sources.example', { hanako: 'user' })

async function add(name: string, text: string): Promise<number> {
  const groupId = organization.groupId
  const id = await seedFile({ organizationId: organization.id, groupId, name })
  await indexFile(env, { id, group_id: groupId, name }, [{ page: 1, text }])
  return id
}

/** A sentence that is a passage of its own. */
const paragraph = (sentence: string) => `${sentence} ${'It was a long day in the workshop. '.repeat(24)}`

/** What the model is sent with a question, and the sources that the reader is shown. */
async function sentFor(query: string) {
  const { mark, calls } = await scripted([{ say: 'Yes [:&1].' }])
  const question = { query: `${query} ${mark}`, pipeline: 'chat_ai' }
  const { references } = await answered(hanako, question)
  const { content } = (await calls())[0]!.messages.at(-1)!
  const sources = [...content.matchAll(/<(source-\w+) ([^>]*)>\n([^]*?)\n<\/\1>/g)].map(([, , facts, text]) => ({
    facts: facts!,
    text: text!,
  }))
  return { sources, references: references as Reference[] }
}

describe('a source of a model', () => {
  test('comes with its neighbours, the heading above it and the date of its file; what is cited are the words found', async () => {
    const sentences = ['The kiln came from Gdansk.', 'Then the brickworks opened.', 'It employed 40 people.']
    await add('brick.txt', ['History of the works', ...sentences.map(paragraph), paragraph('Far away.')].join('\n'))
    const { sources, references } = await sentFor('When did the brickworks open?')
    expect(sources).toHaveLength(1)
    const [{ facts, text }] = sources as [(typeof sources)[0]]
    for (const sentence of sentences) expect(text).toContain(sentence)
    expect(text).not.toContain('Far away')
    expect(facts).toMatch(/^n="1" file="brick\.txt" page="1"( section="History of the works")? date="\d{4}-\d\d-\d\d"$/)
    expect(references[0]!.excerpt).toContain('Then the brickworks opened.')
    expect(references[0]!.excerpt).not.toContain('Gdansk')
  })

  test('names the heading that stands too far above to be shown', async () => {
    const text = [
      'Rules of the garden',
      paragraph('One.'),
      paragraph('Two.'),
      paragraph('Weeding is on Mondays.'),
    ].join('\n')
    await add('garden.txt', text)
    const { sources } = await sentFor('When is weeding?')
    expect(sources[0]!.facts).toContain('section="Rules of the garden"')
    expect(sources[0]!.text).not.toContain('Rules of the garden')
  })

  test('is one for each page, however many of its passages were found', async () => {
    await add('twins.txt', [paragraph('Otters swim.'), paragraph('Badgers dig.'), paragraph('Otters dive.')].join('\n'))
    const { sources, references } = await sentFor('What do otters do?')
    expect(references).toHaveLength(1)
    expect(sources).toHaveLength(1)
    expect(sources[0]!.text).toMatch(/Otters swim[^]*Otters dive/)
  })

  test('is none that shares a single common word with what was asked, where another says it all', async () => {
    await add('solar.txt', 'The solar panels of the Hamburg depot were cleaned in May by Nordlicht.')
    for (let n = 0; n < 5; n++) await add(`depot-${n}.txt`, `The depot number ${n} has a gate.`)
    const { references } = await sentFor('Who cleaned the solar panels of the Hamburg depot in May?')
    expect(references.map(({ name }) => name)).toEqual(['solar.txt'])
  })
})

describe('what a citation marks', () => {
  const citedFor = async (query: string, answer: string) => {
    const { mark } = await scripted([{ say: answer }])
    const { references } = await answered(hanako, { query: `${query} ${mark}`, pipeline: 'chat_ai' })
    return references as Reference[]
  }

  test('are the sentences that the claim rests on, though they stand beside the words that were found', async () => {
    const file = await add(
      'ferry.txt',
      [
        paragraph('The ferry to Sado leaves from Niigata.'),
        paragraph('A crossing takes 150 minutes.'),
        paragraph('Cars cost 12,000 yen.'),
      ].join('\n'),
    )
    const [reference, ...more] = await citedFor(
      'From where does the ferry to Sado leave?',
      'It takes 150 minutes [:&1].',
    )
    expect(reference).toMatchObject({ file_id: file, page_number: 1, excerpt: 'A crossing takes 150 minutes.' })
    expect(more).toEqual([])
  })

  test('stay the words that were found where the claim shares no words with its source', async () => {
    await add('cheese.txt', 'The dairy of Gruyères opens at six.')
    const [reference] = await citedFor('When does the dairy of Gruyères open?', 'Ab sechs Uhr [:&1].')
    expect(reference!.excerpt).toBe('The dairy of Gruyères opens at six.')
  })
})

describe('where a reranker is configured', () => {
  const RERANK_BASE_URL = env.OPENAI_BASE_URL
  const reranker = openReranker({ ...env, RERANK_MODEL: 'judge', RERANK_BASE_URL, RERANK_API_KEY: 'key-of-the-tests' })

  const namesFor = async (question: string) => {
    const { id: organizationId, groupId } = organization
    const { signal } = new AbortController()
    const task = {
      db: env.DB,
      library: env,
      organizationId,
      groupIds: [groupId],
      fileIds: [],
      question,
      reranker,
      signal,
    }
    return (await findSources(task as unknown as AgentTask)).map(({ file_name }) => file_name)
  }

  test('its order decides what the model reads', async () => {
    for (let n = 0; n < 12; n++) await add(`lamp-${n}.txt`, `Lamps last ${n} years, relevance 0.${n + 10}.`)
    expect(await namesFor('How long do lamps last?')).toEqual([11, 10, 9, 8, 7, 6, 5, 4].map((n) => `lamp-${n}.txt`))
  })

  test('the order of the search holds where it fails', async () => {
    expect(await namesFor('How long do unranked lamps last?')).toHaveLength(8)
  })
})
