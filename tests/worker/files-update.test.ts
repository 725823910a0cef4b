import { env } from 'cloudflare:workers'
import { describe, expect, test } from 'vitest'
import type { StoredFile } from '~/contract/files.ts'
import { findPassages } from '~/provider/search/find-passages.ts'
import { deliver, everything, heldQueue, process, refusal, textFile, uploaded } from './harness/files.ts'
import type { Caller } from './harness/callers.ts'
import { seedMembers } from './harness/members.ts'

const { organization, user, peer, admin } = await seedMembers('update.test', {
  user: 'user',
  peer: 'user',
  admin: 'admin',
})
const { admin: stranger } = await seedMembers('elsewhere.update.test', { admin: 'admin' })
const { privateGroupId: groupId } = organization.users[0]!

/** Changes a file and gives the answer and the jobs that it left. */
async function change(caller: Caller, { id }: { id: number }, json: unknown) {
  const { JOBS, jobs } = heldQueue()
  const response = await caller(`/web/v1/files/${id}`, { method: 'PATCH', json, variables: { JOBS } })
  return { response, jobs }
}

const rename = async (file: { id: number }, name: string) =>
  (await (await change(user, file, { name })).response.json<StoredFile>()).name

const found = async (text: string) =>
  (await findPassages(env, { text, groupIds: [groupId], limit: 10 })).map(({ file_id, file_name }) => ({
    file_id,
    file_name,
  }))

const generated = async (name: string) => {
  const file = await uploaded(user, textFile(name))
  await env.DB.prepare("UPDATE files SET source = 'generated' WHERE id = ?").bind(file.id).run()
  return file
}

describe('the name', () => {
  test('is cleaned, keeps the extension, and is what everybody then reads', async () => {
    const file = await uploaded(user, textFile('notes.txt'))
    const { response } = await change(user, file, { name: '  議事録\u202E\u0000 2026 📎 ' })
    expect(response.status).toBe(200)
    expect(await response.json()).toMatchObject({ id: file.id, name: '議事録 2026 📎.txt', mime_type: 'text/plain' })
    expect(await (await user(`/v1/files/${file.id}`)).json()).toMatchObject({ name: '議事録 2026 📎.txt' })
  })

  test.each([
    ['minutes.txt', 'minutes.txt'],
    ['Minutes.TXT', 'Minutes.TXT'],
    ['Minutes v1.2', 'Minutes v1.2.txt'],
    ['minutes.exe', 'minutes.exe.txt'],
    ['../../etc/passwd', '....etcpasswd.txt'],
  ])('%s becomes %s', async (wanted, name) => {
    expect(await rename(await uploaded(user, textFile('notes.txt')), wanted)).toBe(name)
  })

  test('without an extension may get one, and the type follows it', async () => {
    const file = await uploaded(user, textFile('picture'))
    const { response } = await change(user, file, { name: 'picture.png' })
    expect(await response.json()).toMatchObject({ name: 'picture.png', type: 'image', mime_type: 'text/plain' })
  })

  test('is at most 255 bytes, extension included', async () => {
    const name = await rename(await uploaded(user, textFile('notes.txt')), '長'.repeat(300))
    expect(new TextEncoder().encode(name).length).toBeLessThanOrEqual(255)
    expect(name).toMatch(/^長+\.txt$/)
  })

  test.each(['', '   ', '\u202E', '...', '.txt'])('cannot be emptied to %j', async (name) => {
    const file = await uploaded(user, textFile('notes.txt'))
    const before = await everything()
    const { response, jobs } = await change(user, file, { name })
    expect(await refusal(response)).toEqual({ status: 400, code: 'invalid_request' })
    expect({ after: await everything(), jobs }).toEqual({ after: before, jobs: [] })
  })

  test('is what the file is found by, and no longer by the old one', async () => {
    const file = await uploaded(user, textFile('walrus.txt', 'Nothing of that kind is in the text.'))
    await process(file)
    const { jobs } = await change(user, file, { name: '海象の観察 narwhal' })
    expect(jobs).toEqual([{ kind: 'index_file_name', file_id: file.id }])
    for (const job of [...jobs, ...jobs]) expect(await deliver(job)).toMatchObject({ acknowledged: true })

    const hit = [{ file_id: file.id, file_name: '海象の観察 narwhal.txt' }]
    expect(await found('narwhal')).toEqual(hit)
    expect(await found('海象')).toEqual(hit)
    expect(await found('kind of text')).toContainEqual(hit[0])
    expect(await found('walrus')).toEqual([])
  })

  test('of a file in processing is indexed once that is through', async () => {
    const file = await uploaded(user, textFile('otter.txt', 'A text.'))
    const { jobs } = await change(user, file, { name: 'badger' })
    expect(await deliver(jobs[0])).toMatchObject({ retried: true })
    await process(file)
    expect(await deliver(jobs[0])).toMatchObject({ acknowledged: true })
    expect(await found('badger')).toHaveLength(1)
  })

  test('of a file that was deleted meanwhile is no job', async () => {
    expect(await deliver({ kind: 'index_file_name', file_id: 987_654 })).toMatchObject({ acknowledged: true })
  })

  test('that is given again is indexed again, since the queue may not have taken the first job', async () => {
    const file = await uploaded(user, textFile('notes.txt'))
    const { jobs } = await change(user, file, { name: 'notes' })
    expect(jobs).toMatchObject([{ kind: 'index_file_name' }])
  })
})

describe('the description', () => {
  test('of a generated file changes, and its name stays', async () => {
    const file = await generated('summary.txt')
    const { response, jobs } = await change(user, file, { description: ' What was decided ' })
    expect(await response.json()).toMatchObject({
      name: 'summary.txt',
      properties: { description: 'What was decided' },
    })
    expect(jobs).toEqual([])
    expect(await (await change(user, file, { description: '' })).response.json()).toMatchObject({ properties: {} })
  })

  test('of an uploaded file can be written too', async () => {
    const file = await uploaded(user, textFile('notes.txt'))
    await change(user, file, { description: 'Mine' })
    expect(await (await user(`/v1/files/${file.id}`)).json()).toMatchObject({ properties: { description: 'Mine' } })
  })

  test('of a crawled page cannot be changed, and its new name is not taken either', async () => {
    const file = await uploaded(user, textFile('notes.txt'))
    await env.DB.prepare("UPDATE files SET source = 'integration' WHERE id = ?").bind(file.id).run()
    const { response } = await change(user, file, { name: 'other', description: 'Mine' })
    expect(await refusal(response)).toEqual({ status: 400, code: 'invalid_request' })
    expect(await (await user(`/v1/files/${file.id}`)).json()).toMatchObject({ name: 'notes.txt', properties: {} })
  })
})

test('a request that changes nothing is refused', async () => {
  const file = await uploaded(user, textFile('notes.txt'))
  expect(await refusal((await change(user, file, {})).response)).toEqual({ status: 400, code: 'invalid_request' })
})

test('other fields of the row are out of reach', async () => {
  const file = await uploaded(user, textFile('notes.txt'))
  const body = { name: 'n', group_id: organization.groupId, status: 'done', mime_type: 'text/html', object_key: 'x' }
  const { response } = await change(user, file, body)
  expect(await response.json()).toMatchObject({ group_id: groupId, status: 'pending', mime_type: 'text/plain' })
})

test("an organisation's file is read-only for a user, and an admin's to change", async () => {
  const file = await uploaded(admin, textFile('policy.txt'), `?group_id=${organization.groupId}`)
  const before = await everything()
  expect(await refusal((await change(user, file, { name: 'mine' })).response)).toEqual({
    status: 403,
    code: 'operation_not_authorized',
  })
  expect(await everything()).toEqual(before)
  expect((await change(admin, file, { name: 'ours' })).response.status).toBe(200)
})

test.each([
  ['a colleague', () => peer],
  ["another organisation's admin", () => stranger],
])('for %s a private file does not exist', async (_who, caller) => {
  const file = await uploaded(user, textFile('secret.txt'))
  const before = await everything()
  expect(await refusal((await change(caller(), file, { name: 'taken' })).response)).toEqual({
    status: 404,
    code: 'does_not_exist',
    info: { entity: 'file' },
  })
  expect(await everything()).toEqual(before)
})
