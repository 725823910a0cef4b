import { env } from 'cloudflare:workers'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Reference } from '~/contract/chat.ts'
import { indexFile } from '~/provider/search/index-file.ts'
import { answered, answerEntryOf, ask, entriesOf } from './harness/asking.ts'
import { type Caller, seedFile, seedOrganization, type SeededOrganization, signedIn } from './harness/callers.ts'
import { answerOf, eventsOf, isDelta, scripted } from './harness/streams.ts'

let organization: SeededOrganization
let hanako: Caller
let rules: number
let fees: number
let secret: number

beforeAll(async () => {
  organization = await seedOrganization('Files', [{ email: 'hanako@files.example' }, { email: 'taro@files.example' }])
  hanako = await signedIn('hanako@files.example')
  rules = await indexed('rules.txt', ['General rules of the house.', 'Paid leave is 20 days a year. It ends in March.'])
  fees = await indexed('fees.txt', ['The parking fee is 300 yen an hour.'])
  secret = await indexed(
    'secret.txt',
    ['The vault code of the parking is 7391.'],
    organization.users[1]!.privateGroupId,
  )
})

async function indexed(name: string, pages: string[], groupId = organization.groupId): Promise<number> {
  const id = await seedFile({ organizationId: organization.id, groupId, name })
  const texts = pages.map((text, index) => ({ page: index + 1, text }))
  await indexFile(env, { id, group_id: groupId, name }, texts)
  return id
}

const withoutModels = { variables: { OPENAI_MODELS: '' } }

describe('without a configured model', () => {
  test('the answer quotes the page that holds it, and streams its references before the first words', async () => {
    const events = await eventsOf(await ask(hanako, { query: 'How many days of paid leave are there?' }, withoutModels))
    const { text, references, conversationId } = answerOf(events)
    expect(text).toContain('Paid leave is 20 days a year.')
    expect(text).toContain('[:&1]')
    expect(references).toContainEqual(
      expect.objectContaining({ id: 1, type: 'document', file_id: rules, page_number: 2, name: 'rules.txt' }),
    )
    expect(events.findIndex(({ data }) => 'references' in data)).toBeLessThan(events.findIndex(isDelta))
    expect(events.filter(isDelta).length).toBeGreaterThan(1)
    expect(await answerEntryOf(hanako, conversationId)).toMatchObject({
      response: text,
      file_references: references,
      status: 'done',
    })
  })

  test('a question is answered in its own language, not in that of the account', async () => {
    await indexed('規則.txt', ['年次有給休暇は二十日とする。'])
    const { text } = await answered(hanako, { query: '年次有給休暇は何日ですか' }, withoutModels)
    expect(text).toContain('年次有給休暇は二十日とする。')
    expect(text).toContain('言語モデル')
  })

  test.each([
    ['Hello, who are you?', 'not a language model'],
    ['What is 17% of 2400?', '17% × 2,400 = **408**'],
    ['ありがとう', 'どういたしまして'],
  ])('%s is replied to without a word of the files', async (query, words) => {
    await indexed('extension.txt', ['You reach the desk on extension 2400. Who are you? Hello. ありがとう。'])
    const { text, references } = await answered(hanako, { query }, withoutModels)
    expect(text).toContain(words)
    expect(references).toEqual([])
  })

  test('attached files are the only ones searched', async () => {
    const { references } = await answered(hanako, { query: 'What is the parking fee?', files: [rules] }, withoutModels)
    expect((references as Reference[]).every(({ file_id }) => file_id === rules)).toBe(true)
    const withFees = await answered(hanako, { query: 'What is the parking fee?', files: [fees] }, withoutModels)
    expect(withFees.text).toContain('300 yen')
  })

  test('the files of a question keep the order in which they were attached', async () => {
    const files = [fees, rules]
    const { conversationId } = await answered(hanako, { query: 'What is the parking fee?', files }, withoutModels)
    const [question] = await entriesOf(hanako, conversationId)
    expect(question?.file_attachments.map(({ id }) => id)).toEqual(files)
  })

  test('nothing of a private group of somebody else is ever quoted', async () => {
    const { text, references } = await answered(
      hanako,
      { query: 'What is the vault code of the parking?' },
      withoutModels,
    )
    expect(text).not.toContain('7391')
    expect((references as Reference[]).map(({ file_id }) => file_id)).not.toContain(secret)
  })
})

describe('with a model', () => {
  test('it gets the passages as fenced data and its citations are left as it wrote them', async () => {
    const { mark, calls } = await scripted([{ say: '20 days [:&1], see [1] and [^1].' }])
    const { text, references } = await answered(hanako, { query: `How many days of paid leave? ${mark}` })
    expect(text).toBe('20 days [:&1], see [1] and [^1].')
    expect((references as Reference[])[0]).toMatchObject({ id: 1, file_id: rules, page_number: 2 })
    const [system, asked] = (await calls())[0]!.messages
    expect([system!.role, asked!.role]).toEqual(['system', 'user'])
    expect(asked!.content).toMatch(
      /^<(source-\w{12}) n="1" file="rules.txt" page="2"[^>]*>\nPaid leave is 20 days a year\.[^<]*<\/\1>/,
    )
    expect(asked!.content).toMatch(/\n\nHow many days of paid leave\? script:[\w-]+$/)
    expect(system!.content).toMatch(/Today is \w+, \w+ \d+, \d{4} \(Asia\/Tokyo\)\. The organisation is "[^"]+"\./)
  })

  test('the automatic agent says which one it picked', async () => {
    const searched = await answered(hanako, { query: 'How many days of paid leave are there?' })
    expect(await answerEntryOf(hanako, searched.conversationId)).toMatchObject({ response_pipeline: 'search_ai' })
    const talked = await answered(hanako, { query: 'Hello there' })
    expect(await answerEntryOf(hanako, talked.conversationId)).toMatchObject({ response_pipeline: 'chat_ai' })
  })
})
