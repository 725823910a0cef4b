import { env } from 'cloudflare:workers'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Reference } from '~/contract/chat.ts'
import { indexFile } from '~/provider/search/index-file.ts'
import { answered } from './harness/asking.ts'
import { type Caller, seedFile, seedOrganization, type SeededOrganization, signedIn } from './harness/callers.ts'
import { scripted } from './harness/streams.ts'

let organization: SeededOrganization
let hanako: Caller

beforeAll(async () => {
  organization = await seedOrganization('Rewriting', [{ email: 'hanako@rewriting.example' }])
  hanako = await signedIn('hanako@rewriting.example')
  await add('leave.txt', 'Employees receive 22 working days of annual leave.')
  await add('回線.txt', '在宅勤務の回線費の補助は月額4,000円とする。')
  await add('turnover-2024.txt', 'The turnover of 2024 was 48 million euros.')
  await add('turnover-2025.txt', 'The turnover of 2025 was 51 million euros.')
})

async function add(name: string, text: string) {
  const { id: organizationId, groupId } = organization
  const id = await seedFile({ organizationId, groupId, name })
  await indexFile(env, { id, group_id: groupId, name }, [{ page: 1, text }])
}

const namesOf = (references: unknown) => (references as Reference[]).map(({ name }) => name)
const queries = (...texts: string[]) => [{ say: JSON.stringify({ queries: texts }) }]

describe('search_ai with a model', () => {
  test('finds in the words of the documents, and in the other language, what it was asked in others', async () => {
    const { mark, rewriting, calls } = await scripted([{ say: '4,000 yen [:&1].' }])
    await rewriting(queries('internet allowance at home', '在宅勤務 回線費 補助'))
    const query = `Who reimburses my broadband? ${mark}`
    const { references } = await answered(hanako, { query, pipeline: 'search_ai' })
    expect(namesOf(references)).toEqual(['回線.txt'])
    expect(JSON.stringify((await calls())[0])).toContain('月額4,000円')
  })

  test.each([
    ['writes something else', [{ say: 'I cannot.' }]],
    ['does not answer in time', [{ pause: 6000 }]],
    ['is out of order', [{ status: 400 }]],
  ])('looks for the question itself where the model %s', async (_, take) => {
    const { mark, rewriting } = await scripted([{ say: '22 days [:&1].' }])
    await rewriting(take)
    const { text, references } = await answered(hanako, {
      query: `days of annual leave ${mark}`,
      pipeline: 'search_ai',
    })
    expect(text).toBe('22 days [:&1].')
    expect(namesOf(references)).toEqual(['leave.txt'])
  })

  test('tells the model where nothing was found, so that it can say so', async () => {
    const { mark, calls } = await scripted([{ say: 'That was not found in the files.' }])
    const { references } = await answered(hanako, { query: `zymurgy ${mark}`, pipeline: 'search_ai' })
    expect(references ?? []).toEqual([])
    expect(JSON.stringify((await calls())[0])).toContain('No source was found')
  })
})

describe('a follow-up', () => {
  test('is put by the model so that it stands alone, for chat_ai too', async () => {
    const { mark, rewriting } = await scripted([{ say: 'Then.' }], [{ say: '51 million [:&1].' }])
    const first = await answered(hanako, { query: `Hello ${mark}`, pipeline: 'chat_ai' })
    await rewriting(queries('turnover 2025'))
    const query = `Tell me more ${mark}`
    const { references } = await answered(hanako, { query, pipeline: 'chat_ai' }, { id: first.conversationId })
    expect(namesOf(references)[0]).toBe('turnover-2025.txt')
  })

  test('is looked for with the question before it where there is no model', async () => {
    const builtin = { variables: { OPENAI_MODELS: '' } }
    const first = await answered(hanako, { query: 'What was the turnover of 2024?', pipeline: 'search_ai' }, builtin)
    expect(first.text).toContain('48 million')
    const id = first.conversationId
    const { text } = await answered(hanako, { query: 'And in 2025?', pipeline: 'search_ai' }, { ...builtin, id })
    expect(text).toContain('> The turnover of 2025 was 51 million euros.')
  })
})
