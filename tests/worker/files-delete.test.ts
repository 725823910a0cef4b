import { env } from 'cloudflare:workers'
import { expect, test } from 'vitest'
import { findPassages } from '~/provider/search/find-passages.ts'
import { bucketWith, everything, process, textFile, uploaded } from './harness/files.ts'
import { seedMembers } from './harness/members.ts'

const { organization, user } = await seedMembers('delete.test', { user: 'user' })
const { privateGroupId: groupId } = organization.users[0]!

test('deleting a file leaves no bytes, no rows and no hit', async () => {
  const before = await everything()
  const file = await uploaded(user, textFile('fox.txt', 'The vixen hides in the spinney.'))
  await process(file)
  expect(await found('vixen')).toEqual([file.id])

  const response = await user(`/v1/files/${file.id}`, { method: 'DELETE' })
  expect(response.status).toBe(204)
  expect(await everything()).toEqual(before)
  expect(await found('vixen')).toEqual([])
  expect((await user(`/v1/files/${file.id}`, { method: 'DELETE' })).status).toBe(404)
})

test.each(['before', 'after'])(
  'when the store fails %s it has deleted the bytes, repeating the call finishes it',
  async (moment) => {
    const before = await everything()
    const file = await uploaded(user, textFile('fox.txt', 'The vixen hides in the spinney.'))
    await process(file)
    const FILES = bucketWith({
      delete: async (keys) => {
        if (moment === 'after') await env.FILES.delete(keys)
        throw new Error('delete: internal error (10001)')
      },
    })
    expect((await user(`/v1/files/${file.id}`, { method: 'DELETE', variables: { FILES } })).status).toBe(500)
    expect(await found('vixen')).toEqual([])
    expect((await user(`/v1/files/${file.id}`)).status).toBe(200)

    expect((await user(`/v1/files/${file.id}`, { method: 'DELETE' })).status).toBe(204)
    expect(await everything()).toEqual(before)
  },
)

test('what a job indexes while its file is being deleted goes as well', async () => {
  const before = await everything()
  const file = await uploaded(user, textFile('fox.txt', 'The vixen hides in the spinney.'))
  const FILES = bucketWith({
    delete: async (keys) => {
      await process(file)
      await env.FILES.delete(keys)
    },
  })
  expect((await user(`/v1/files/${file.id}`, { method: 'DELETE', variables: { FILES } })).status).toBe(204)
  expect(await everything()).toEqual(before)
  expect(await found('vixen')).toEqual([])
})

const found = async (text: string) =>
  (await findPassages(env, { text, groupIds: [groupId], limit: 10 })).map(({ file_id }) => file_id)
