import { env } from 'cloudflare:workers'
import { afterEach, expect, test, vi } from 'vitest'
import { ask, answered } from '../harness/asking.ts'
import { setRules } from '../harness/compliance.ts'
import { scripted } from '../harness/streams.ts'
import { processed } from '../harness/translating.ts'
import { seedActors } from './actors.ts'
import { places, seedWorld, wordOf } from './objects.ts'

const { ours, theirs, standing } = await seedWorld(await seedActors())
const rule = (word: string) => [`The code word of the plan is ${word}rule`]
await setRules(ours.admin, rule(wordOf('organization')))
await setRules(theirs.admin, rule(wordOf('foreign')))

const askers = { user: ours.user, organization: ours.admin }
type Asker = keyof typeof askers
const own: Record<Asker, number[]> = { user: [], organization: [] }
for (const asker of ['user', 'organization'] as const) {
  const table = await processed(askers[asker], 'plan.csv', `Plan,Fee\n${wordOf(asker)},300\nAnother,200\n`)
  own[asker] = [standing.file[asker]!, table]
}

afterEach(() => vi.restoreAllMocks())

/** All that leaves for models from here on. */
function sentFromNow(): string[] {
  const sent: string[] = []
  const real = globalThis.fetch
  vi.spyOn(globalThis, 'fetch').mockImplementation((input, init) => {
    const url = input instanceof Request ? input.url : String(input)
    if (url.startsWith(env.OPENAI_BASE_URL!) && !url.includes('/scripts/')) sent.push(String(init?.body))
    return real(input, init)
  })
  return sent
}

/** Whose words no model may be sent for somebody: another's, another organisation's, and what is deleted. */
const closedTo = (asker: Asker) => places.filter((place) => ![asker, 'organization', 'missing'].includes(place))

/** What a model calls that would have all of it. */
const thefts = (asker: Asker) =>
  closedTo(asker).flatMap((place) => [
    { call: { name: 'run_sql', input: { sql: `SELECT * FROM files WHERE id = ${standing.file[place]}` } } },
    { call: { name: 'read_file', input: { id: standing.file[place], group_id: standing.group[place] } } },
    { call: { name: 'search', input: { query: 'code word', group_ids: [standing.group[place]] } } },
  ])

const agents = [
  'auto_ai',
  'chat_ai',
  'search_ai',
  'analysis_ai',
  'creative_ai',
  'data_analysis_ai',
  'data_extraction_ai',
  'compliance_review_ai',
  'file_transformation_ai',
]

test.each(agents.flatMap((pipeline) => (['user', 'organization'] as const).map((asker) => ({ pipeline, asker }))))(
  'models of $pipeline are sent nothing that is closed to the asker: $asker',
  async ({ pipeline, asker }) => {
    const sent = sentFromNow()
    const { mark } = await scripted(thefts(asker), [{ say: 'I found nothing.' }])
    const query = `Translate into English: what is the code word of the plan? ${mark}`
    const first = await answered(askers[asker], { query, files: own[asker], pipeline })
    await answered(askers[asker], { query, files: own[asker], pipeline }, { id: first.conversationId })
    const all = sent.join('\n')
    expect(all).toContain(wordOf(asker))
    expect(closedTo(asker).filter((place) => all.includes(wordOf(place)))).toEqual([])
    // What admins set is for its agent alone, and the words that they block for none.
    expect(all.includes(`${wordOf('organization')}rule`)).toBe(pipeline === 'compliance_review_ai')
    expect(all).not.toMatch(new RegExp(`${wordOf('organization')}[0-9a-f]{8}-`))
  },
)

test.each(['chat_ai', 'search_ai'])(
  'what %s finds without files named is what the asker may read',
  async (pipeline) => {
    const sent = sentFromNow()
    const { mark } = await scripted([{ say: 'Yes.' }])
    await answered(ours.user, { query: `What is the code word of the plan? ${mark}`, pipeline })
    const all = sent.join('\n')
    for (const place of ['user', 'organization'] as const) expect(all).toContain(`plan is ${wordOf(place)}`)
    expect(closedTo('user').filter((place) => all.includes(wordOf(place)))).toEqual([])
  },
)

test.each(closedTo('user'))(
  'a question that names a file of %s is refused before any model is asked',
  async (place) => {
    const sent = sentFromNow()
    const response = await ask(ours.user, {
      query: 'What is in it?',
      files: [standing.file[place]],
      pipeline: 'analysis_ai',
    })
    expect([response.status, sent]).toEqual([404, []])
  },
)
