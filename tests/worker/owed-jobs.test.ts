import { env } from 'cloudflare:workers'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { sweep } from '~/provider/sweep.ts'
import { jobsLost } from '../../scripts/local/lost-jobs.ts'
import type { Call } from './harness/callers.ts'
import { deliver, process, storedPassages, textFile, uploaded } from './harness/files.ts'
import { type Inviting, startInviting } from './harness/inviting.ts'

let here: Inviting['here']
let google: Inviting['google']

beforeEach(async () => {
  ;({ here, google } = await startInviting('owed'))
})

afterEach(() => {
  vi.restoreAllMocks()
})

/** Messages as the queue gets them. */
function keptQueue() {
  const messages: { kind: string; owed?: number }[] = []
  const send = async (message: (typeof messages)[number]) => void messages.push(message)
  return { messages, JOBS: { send } as unknown as Queue }
}

const deaf = {
  send: async () => {
    throw new Error('Network connection lost.')
  },
} as unknown as Queue

const count = (query: string, ...values: unknown[]) =>
  env.DB.prepare(query)
    .bind(...values)
    .first<number>('n')

/** What the sweep after a start queues of these kinds. */
async function takenUp() {
  const { messages, JOBS } = keptQueue()
  for (const statement of jobsLost) await env.DB.prepare(statement).run()
  await sweep({ ...env, JOBS })
  return messages.filter(({ owed }) => owed !== undefined)
}

const variables = () => ({ ...google.variables, JOBS: deaf })
const userOf = () => here.organization.users[1]!

test.each<[string, () => Promise<[string, Call]>, () => Promise<unknown>]>([
  [
    'delete_member',
    async () => {
      await uploaded(here.user, textFile('left.txt'))
      return [`/v1/users/${userOf().id}`, { method: 'DELETE' }]
    },
    async () => {
      const { privateGroupId } = userOf()
      expect(await count('SELECT count(*) AS n FROM groups WHERE id = ?', privateGroupId)).toBe(0)
    },
  ],
  [
    'mail_invitations',
    async () => ['/web/v1/users/import', { method: 'POST', json: [{ email: 'hanako@owed.example', role: 'user' }] }],
    async () => expect(google.mails).toMatchObject([{ email: 'hanako@owed.example' }]),
  ],
  [
    'index_file_name',
    async () => {
      const file = await uploaded(here.admin, textFile('old.txt'))
      await process(file)
      return [`/web/v1/files/${file.id}`, { method: 'PATCH', json: { name: 'new' } }]
    },
    async () => expect((await storedPassages('files')).map(({ name }) => name)).toContain('new.txt'),
  ],
])('a job %s that the queue lost is taken up by the next start, and once', async (kind, prepare, check) => {
  const [path, call] = await prepare()
  const response = await here.admin(path, { ...call, variables: variables() })
  expect(response.ok).toBe(true)
  const [message, ...others] = await takenUp()
  expect(message).toMatchObject({ kind })
  expect(others).toEqual([])
  expect(await deliver(message, { variables: google.variables })).toMatchObject({ acknowledged: true })
  await check()
  expect(await takenUp()).toEqual([])
})

test('a job that is owed waits an hour before it is taken for lost', async () => {
  const file = await uploaded(here.admin, textFile('old.txt'))
  const { messages, JOBS } = keptQueue()
  await here.admin(`/web/v1/files/${file.id}`, { method: 'PATCH', json: { name: 'new' }, variables: { JOBS } })
  expect(messages).toMatchObject([{ kind: 'index_file_name' }])
  await sweep({ ...env, JOBS })
  expect(messages.filter(({ owed }) => owed !== undefined)).toHaveLength(1)
})
