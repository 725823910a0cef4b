import type { AnswerEvent } from '~/contract/chat.ts'
import { answered, ask, cancel, entriesOf, follow } from '../harness/asking.ts'
import { chainRows } from '../harness/audits.ts'
import { queryMember } from '../harness/member-objects.ts'
import { answerOf, scripted, StreamReader } from '../harness/streams.ts'
import type { Act, Done, Race } from './race.ts'

const gone = ['does_not_exist']
const deletions = ['deletes it', 'deletes it in another tab', 'deletes all']

/** A conversation with an answer, and one that is being written. */
export const conversation: Race = async (place, random) => {
  const { admin, user, organization } = place
  const { id: userId, email } = organization.users[1]!
  if (random() < 0.3) {
    const json = { metric_name: 'questions', time_bucket_type: 'day', quota: 100 }
    await admin('/v1/quotas', { method: 'PUT', json })
  }
  const first = await answered(user, { query: 'Which bird waits?' })
  const id = first.conversationId
  const { mark, release } = await scripted([{ say: 'The heron ' }, { hold: true }, { say: 'waits.' }], [{ say: 'So.' }])
  const reader = new StreamReader(await ask(user, { query: `Where does it wait? ${mark}` }, { id }))
  const events = await reader.until(({ data }) => 'delta' in data)
  const { prompt_id: promptId, entry_id: entryId = 0 } = events.flatMap(({ data }) =>
    'info' in data ? [data.info] : [],
  )[0]!
  const path = `/v1/conversations/${id}`
  const asks = (query: string, key: string, more = {}, where: number | undefined = id): Act => ({
    call: () => ask(user, { query, ...more }, { ...(where && { id: where }), headers: { 'idempotency-key': key } }),
    codes: [...gone, 'invalid_conversation'],
  })
  const changes = (json: object): Act => ({ call: () => user(path, { method: 'PUT', json }), codes: gone })
  const branches = (key: string): Act => ({
    call: () =>
      user(`${path}/branch`, {
        method: 'POST',
        json: { entry_id: promptId },
        headers: { 'idempotency-key': key },
      }),
    codes: gone,
  })
  const rates = (entry: number, value: string): Act => ({
    call: () => user(`/web/v1${path.slice(3)}/entries/${entry}/feedback?value=${value}`, { method: 'PATCH' }),
    codes: [...gone, 'feedback_not_allowed'],
  })
  const deletes: Act = { call: () => user(path, { method: 'DELETE' }), codes: gone }
  const overwrites = { overwrite_prompt_id: promptId, overwrite_assistant_id: entryId }
  const keys = { asks: 'one', 'asks twice': 'one', 'asks anew': 'two', 'asks anew twice': 'two' } as const
  const elsewhere = { 'asks elsewhere': 'three', 'asks elsewhere twice': 'three' } as const
  const all = `/v1/conversations?user_id=${userId}&organization_id=${organization.id}`
  return {
    acts: {
      'the model goes on': { always: true, call: async () => Response.json(await release()) },
      ...Object.fromEntries(
        Object.entries(keys).map(([name, key]) => [name, asks(key, key, key === 'two' ? overwrites : {})]),
      ),
      'asks something else': asks('four', 'four'),
      ...Object.fromEntries(
        Object.entries(elsewhere).map(([name, key]) => [
          name,
          { ...asks(key, key), call: () => ask(user, { query: key }, { headers: { 'idempotency-key': key } }) },
        ]),
      ),
      stops: { call: () => cancel(user, id), codes: gone },
      'reads on': { call: () => follow(user, id, 1), codes: gone },
      renames: changes({ title: 'Herons' }),
      'renames in another tab': changes({ title: 'Weirs' }),
      favours: changes({ favorite: true }),
      branches: branches('five'),
      'branches twice': branches('five'),
      'likes the answer': rates(first.entryId, 'good'),
      'dislikes what is written': rates(entryId, 'bad'),
      searches: { call: () => user('/web/v1/conversations/search?q=heron') },
      'deletes it': deletes,
      'deletes it in another tab': deletes,
      'deletes all': { call: () => user(all, { method: 'DELETE' }) },
    },
    async check(done) {
      const found: string[] = []
      const isDone = (name: string) => done.get(name)?.ok === true
      const isGone = deletions.some(isDone)
      const questions = await queryMember<{ text: string; conversation_id: number }>(
        email,
        "SELECT CAST(text AS TEXT) AS text, conversation_id FROM entries WHERE kind = 'question'",
      )
      // Streams that were read to their end say which answer they were.
      const told = new Map<string, number>([
        ['first', first.entryId],
        ['held', entryId],
      ])
      for (const [name, one] of done) {
        if (!one.ok || !/asks|reads on/.test(name)) continue
        const events = eventsIn(one)
        if (events.at(-1)?.event !== 'done') found.push(`lost end of the stream of ${name}`)
        const { entryId: entry } = answerOf(events)
        if (entry) told.set(name, entry)
      }
      for (const [name, twice] of [
        ['asks', 'asks twice'],
        ['asks anew', 'asks anew twice'],
        ['asks elsewhere', 'asks elsewhere twice'],
      ] as const) {
        if (told.has(name) && told.has(twice) && told.get(name) !== told.get(twice)) found.push(`doubled ${name}`)
        const key = { ...keys, ...elsewhere }[name]
        const there = questions.filter(({ text }) => text === key).length
        if (there > 1) found.push(`doubled question ${key}`)
        const isOverwritten = name === 'asks' && (isDone('asks anew') || isDone('asks anew twice'))
        if ((isDone(name) || isDone(twice)) && there === 0 && !isGone && !isOverwritten)
          found.push(`lost question ${key}`)
      }
      if (
        ['deletes it', 'deletes it in another tab'].some(isDone) &&
        questions.some(({ conversation_id }) => conversation_id === id)
      )
        found.push('lost deletion')
      const requests = (await chainRows(organization.id)).filter(({ kind }) => kind === 'request').length
      const answers = new Set(told.values()).size
      if (requests < answers) found.push(`lost ${answers - requests} audits of answers`)
      if (requests > answers) found.push(`doubled ${requests - answers} audits of answers`)
      if (!isGone) {
        const { title, favorite } = await conversationOf(email, id)
        const names = [isDone('renames') && 'Herons', isDone('renames in another tab') && 'Weirs'].filter(Boolean)
        if (names.length > 0 && !names.includes(title)) found.push(`lost name ${title}`)
        if (isDone('favours') && favorite !== 1) found.push('lost favour')
        const branched = await queryMember(email, 'SELECT id FROM conversations WHERE id > ?', id)
        const wanted =
          Number(isDone('branches') || isDone('branches twice')) +
          Number([...told.keys()].some((name) => name.startsWith('asks elsewhere')))
        if (branched.length !== wanted) found.push(`${branched.length > wanted ? 'doubled' : 'lost'} branch`)
        const entries = await entriesOf(user, id)
        if (entries.length < 2) found.push('lost entries')
      }
      return found
    },
  }
}

const conversationOf = async (email: string, id: number) =>
  (await queryMember<{ title: string; favorite: number }>(email, 'SELECT * FROM conversations WHERE id = ?', id))[0]!

const eventsIn = ({ body }: Done): AnswerEvent[] =>
  body
    .split('\n\n')
    .map((block) => Object.fromEntries(block.split('\n').map((line) => line.split(/: ?(.*)/s).slice(0, 2))))
    .filter(({ data }) => data !== undefined)
    .map(({ id, event, data }) => ({ id: Number(id), event, data: JSON.parse(data) }) as AnswerEvent)
