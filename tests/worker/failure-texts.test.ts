import { beforeEach, describe, expect, test } from 'vitest'
import { createClient } from '~/contract/client.ts'
import { setFeedback } from '~/contract/conversations.ts'
import { getDownloadUrl } from '~/contract/files.ts'
import { m } from '~/paraglide/messages'
import { overwriteGetLocale } from '~/paraglide/runtime'
import { opinionFailure } from '~/web/chat/messages/opinion-failure.ts'
import { downloadFailure } from '~/web/files/download-failure.ts'
import { answered, ask } from './harness/asking.ts'
import { latestAudit } from './harness/audits.ts'
import { textFile, uploaded } from './harness/files.ts'
import { seedFile } from './harness/callers.ts'
import { seedMembers } from './harness/members.ts'
import { answerOf, eventsOf, scripted } from './harness/streams.ts'

const { organization, admin, hanako } = await seedMembers('texts.test', { admin: 'admin', hanako: 'user' })
const privateGroup = { organizationId: organization.id, groupId: organization.users[1]!.privateGroupId }

beforeEach(() => overwriteGetLocale(() => 'en'))

/** What the web side makes of the API's answers. */
const clientWith = (variables: Partial<Env> = {}) =>
  createClient({
    origin: 'http://provider.test',
    fetch: ({ url, method, headers }) => {
      const { pathname, search } = new URL(url)
      return hanako(pathname + search, { method, headers, variables })
    },
  })

const lost = () => {
  throw new Error('the database is lost')
}

const failureOf = (call: Promise<unknown>) =>
  call.then(
    () => expect.unreachable(),
    (error: unknown) => error,
  )

describe('an opinion', () => {
  const rate = (conversation_id: number, entry_id: number) =>
    failureOf(clientWith()(setFeedback, { params: { conversation_id, entry_id }, query: { value: 'good' } }))

  test('of an answer that is gone reads that its message was not found', async () => {
    const { conversationId } = await answered(hanako, { query: 'Good?' })
    expect(opinionFailure(await rate(conversationId, 999_999))).toBe('Message ID not found')
  })

  test('of a question reads why it is not taken', async () => {
    const { conversationId, promptId } = await answered(hanako, { query: 'Good?' })
    expect(opinionFailure(await rate(conversationId, promptId))).toBe(m.error_feedback_not_allowed())
  })
})

describe('a download', () => {
  const download = async (id: number, variables?: Partial<Env>) =>
    downloadFailure(await failureOf(clientWith(variables)(getDownloadUrl, { params: { id } })))

  test('for which the product has no address reads that there is none', async () => {
    const { id } = await uploaded(hanako, textFile('report.txt'))
    const session = new Proxy({} as D1DatabaseSession, { get: lost })
    const DB = { withSession: () => session } as unknown as D1Database
    expect(await download(id, { DB })).toBe("Couldn't generate the download url")
  })

  test('of a file that is not there to be saved reads that', async () => {
    const id = await seedFile({ ...privateGroup, name: 'on its way.txt', status: 'uploading' })
    expect(await download(id)).toBe(m.error_cannot_download())
  })
})

test('an answer that failed before its first word has no content in its audit', async () => {
  const { mark } = await scripted([{ status: 400 }])
  const { error } = answerOf(await eventsOf(await ask(hanako, { query: mark, pipeline: 'chat_ai' })))
  expect(error).toBe('service_http_error')
  expect(await latestAudit(admin)).toMatchObject({ question: mark, answer: '' })
})
