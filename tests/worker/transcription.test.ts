import { expect, test } from 'vitest'
import type { StoredFile } from '~/contract/files.ts'
import { deliver, uploaded } from './harness/files.ts'
import { seedMembers } from './harness/members.ts'

const { hanako } = await seedMembers('transcription.example', { hanako: 'user' })

async function processed(variables: Partial<Env>) {
  const { id } = await uploaded(hanako, new File(['ID3\u0003\0\0'], 'talk.mp3'))
  expect(await deliver({ kind: 'process_file', file_id: id }, { variables })).toMatchObject({ acknowledged: true })
  const file = await (await hanako(`/v1/files/${id}`)).json<StoredFile>()
  const { pages } = await (
    await hanako(`/web/v1/files/${id}/content`)
  )
    .json<{ pages: unknown[] }>()
    .catch(() => ({ pages: [] }))
  return { file, pages }
}

test('what is said in a recording becomes its text, a page a minute', async () => {
  const { file, pages } = await processed({ TRANSCRIPTION_MODEL: 'whisper' })
  expect(file).toMatchObject({ status: 'done', status_reason: 'transcribed', page_count: 2 })
  expect(pages).toEqual([
    { page: 1, text: 'Good morning, Osaka.' },
    { page: 2, text: 'A recording of 6 bytes.' },
  ])
})

test('a model that gives no times makes one page', async () => {
  const { file, pages } = await processed({ TRANSCRIPTION_MODEL: 'timeless' })
  expect(file).toMatchObject({ status: 'done', status_reason: 'transcribed', page_count: 1 })
  expect(pages).toEqual([{ page: 1, text: 'Good morning. See you.' }])
})

test.each([
  ['none is configured', {}],
  ['the model refuses it', { TRANSCRIPTION_MODEL: 'deaf' }],
])('where %s, a recording says that nothing was read from it', async (_, variables) => {
  const { file } = await processed(variables)
  expect(file).toMatchObject({ status: 'done', status_reason: 'not_transcribed', page_count: null })
})
