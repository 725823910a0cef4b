import { PDFDocument } from 'pdf-lib'
import { expect, inject, test } from 'vitest'
import type { StoredFile } from '../../app/contract/files.ts'
import { circularPdf } from '../unit/documents/fixtures.ts'
import { idToken } from './harness/index.ts'

/** A call of the API that has to be answered soon. */
async function call(path: string, init: RequestInit = {}): Promise<unknown> {
  const response = await fetch(`${inject('appUrl')}${path}`, {
    ...init,
    headers: { authorization: `Bearer ${await idToken('user')}` },
    signal: AbortSignal.timeout(10_000),
  })
  expect(response.status).toBe(200)
  return response.json()
}

async function upload(name: string, bytes: Uint8Array): Promise<StoredFile> {
  const body = new FormData()
  body.append('files', new File([new Uint8Array(bytes)], name))
  return ((await call('/v1/files/upload', { method: 'POST', body })) as { files: StoredFile[] }).files[0]!
}

/** Looks at a file every second until it is no longer pending; returns it, and how often it was looked at. */
async function processed({ id }: StoredFile): Promise<{ file: StoredFile; looks: number }> {
  let file: StoredFile | undefined
  let looks = 0
  await expect
    .poll(
      async () => {
        looks++
        file = (await call(`/v1/files/${id}`)) as StoredFile
        return file.status
      },
      { timeout: 120_000, interval: 1_000 },
    )
    .not.toBe('pending')
  return { file: file!, looks }
}

test('a PDF whose drawing never ends costs its own picture alone: others are answered, its text and the next document are read', async () => {
  const { file, looks } = await processed(await upload('circle.pdf', circularPdf('Herons are counted at dawn.')))
  expect(looks).toBeGreaterThan(5)
  expect(file).toMatchObject({ status: 'done', status_reason: null, page_count: 1, has_thumbnail: false })
  expect(await call(`/web/v1/files/${file.id}/content`)).toEqual({
    pages: [{ page: 1, text: 'Herons are counted at dawn.' }],
  })

  const next = await PDFDocument.create()
  next.addPage().drawText('Otters follow.')
  const after = await processed(await upload('next.pdf', await next.save()))
  expect(after.file).toMatchObject({ status: 'done', page_count: 1, has_thumbnail: true })
}, 300_000)
