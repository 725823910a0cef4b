import Papa from 'papaparse'
import { beforeAll, describe, expect, test } from 'vitest'
import type { FeedbackCount } from '~/contract/audits.ts'
import { answered, entriesOf, refusalOf } from './harness/asking.ts'
import { auditsOf, latestAudit, problems, withStorage } from './harness/audits.ts'
import { type Caller, signedOut } from './harness/callers.ts'
import { seedMembers } from './harness/members.ts'
import { scripted } from './harness/streams.ts'

const { organization, admin, hanako, taro } = await seedMembers('feedback.test', {
  admin: 'admin',
  hanako: 'user',
  taro: 'user',
})
const { admin: stranger } = await seedMembers('other-feedback.test', { admin: 'admin' })

async function askFor(caller: Caller) {
  const { mark } = await scripted([{ say: 'Answer' }])
  const { conversationId, entryId } = await answered(caller, { query: `Question ${mark}`, pipeline: 'chat_ai' })
  return { conversationId, entryId }
}
type Asked = Awaited<ReturnType<typeof askFor>>

const opine = (caller: Caller, { conversationId, entryId }: Asked, value: string) =>
  caller(`/web/v1/conversations/${conversationId}/entries/${entryId}/feedback?value=${value}`, { method: 'PATCH' })

const countsOf = async (caller: Caller, query = '') =>
  (await (await caller(`/v1/feedback${query}`)).json<{ data: FeedbackCount[] }>()).data

let first: Asked
let second: Asked

beforeAll(async () => {
  first = await askFor(hanako)
  second = await askFor(taro)
  await opine(hanako, first, 'good')
  await opine(taro, second, 'bad')
})

describe('what users think of answers', () => {
  test('is seen by admins in the list, in the details, and counted for each agent', async () => {
    expect((await auditsOf(admin)).map(({ feedback }) => feedback)).toEqual(['bad', 'good'])
    expect(await latestAudit(admin)).toMatchObject({ feedback: 'bad', question: expect.stringContaining('Question') })
    expect(await countsOf(admin)).toEqual([{ pipeline: 'chat_ai', good: 1, bad: 1 }])
  })

  test('is found by the filter, alone and with others', async () => {
    const [bad, good] = await auditsOf(admin)
    expect(await auditsOf(admin, '?feedback=good')).toEqual([good])
    expect(await auditsOf(admin, '?feedback=bad')).toEqual([bad])
    expect(await auditsOf(admin, `?feedback=bad&user_id=${good!.user_id}`)).toEqual([])
    expect(await countsOf(admin, `?user_id=${good!.user_id}`)).toEqual([{ pipeline: 'chat_ai', good: 1, bad: 0 }])
    expect(await countsOf(admin, '?created_at_le=2020-01-01')).toEqual([])
  })

  test('is a column of the export, which the filter narrows', async () => {
    const { download_url } = await (await admin('/web/v1/audits/csv?feedback=bad')).json<{ download_url: string }>()
    const { pathname, search } = new URL(download_url)
    const text = await (await signedOut(pathname + search)).text()
    const { data } = Papa.parse<Record<string, string>>(text.replace(/^\u{feff}/u, '').trimEnd(), { header: true })
    expect(data.map(({ Feedback }) => Feedback)).toEqual(['bad'])
  })

  test('changes and is taken back, while the chain of audits stays as it was written', async () => {
    await opine(taro, second, 'good')
    expect(await countsOf(admin)).toEqual([{ pipeline: 'chat_ai', good: 2, bad: 0 }])
    await opine(taro, second, 'unknown')
    expect((await auditsOf(admin)).map(({ feedback }) => feedback)).toEqual(['unknown', 'good'])
    expect(await problems(organization.id)).toEqual([])
  })

  test('stays when the conversation goes', async () => {
    await hanako(`/v1/conversations/${first.conversationId}`, { method: 'DELETE' })
    expect(await countsOf(admin)).toEqual([{ pipeline: 'chat_ai', good: 1, bad: 0 }])
  })

  test('of an answer that was copied into a branch stands beside the audit of the one that was given', async () => {
    const original = await askFor(taro)
    const { promptId } = await answered(taro, { query: 'Next' }, { id: original.conversationId })
    const branchFrom = async (id: number, entryId: number) => {
      const json = { entry_id: entryId }
      return (await (await taro(`/v1/conversations/${id}/branch`, { method: 'POST', json })).json<{ id: number }>()).id
    }
    const branch = await branchFrom(original.conversationId, promptId)
    const [, copy] = await entriesOf(taro, branch)
    const before = await auditsOf(admin)
    await opine(taro, { conversationId: branch, entryId: copy!.id }, 'bad')
    const after = await auditsOf(admin)
    expect(after.map(({ id }) => id)).toEqual(before.map(({ id }) => id))
    expect(await auditsOf(admin, `?feedback=bad&conversation_id=${original.conversationId}`)).toHaveLength(1)

    const next = await answered(taro, { query: 'Next' }, { id: branch })
    const second = await branchFrom(branch, next.promptId)
    const [, copyOfCopy] = await entriesOf(taro, second)
    await opine(taro, { conversationId: second, entryId: copyOfCopy!.id }, 'unknown')
    expect(await auditsOf(admin, `?feedback=bad&conversation_id=${original.conversationId}`)).toEqual([])
  })

  test("is nobody else's to see", async () => {
    expect(await refusalOf(hanako('/v1/feedback'))).toMatchObject({ status: 403, code: 'operation_not_authorized' })
    expect(await countsOf(stranger)).toEqual([])
    const noted = await withStorage(organization.id, ({ sql }) => sql.exec('SELECT * FROM feedback').toArray())
    expect(noted).toHaveLength(1)
  })
})
