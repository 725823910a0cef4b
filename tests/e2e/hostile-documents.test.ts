import { PDFDocument } from 'pdf-lib'
import { expect, inject, test } from 'vitest'
import type { StoredFile } from '../../app/contract/files.ts'
import { circularPdf, endlessPdf } from '../unit/documents/fixtures.ts'
import { apiResult, callApi, release, script } from './harness/index.ts'

/** What a call of the API gives that has to be answered soon. */
const soon = <Result>(path: string, app = inject('appUrl'), body?: FormData) =>
  apiResult<Result>('user', path, { app, signal: AbortSignal.timeout(10_000), ...(body && { body }) })

async function upload(name: string, bytes: Uint8Array, app?: string): Promise<StoredFile> {
  const body = new FormData()
  body.append('files', new File([new Uint8Array(bytes)], name))
  return (await soon<{ files: StoredFile[] }>('/v1/files/upload', app, body)).files[0]!
}

/** Looks at a file every second until it is no longer pending; returns it, and how often it was looked at. */
async function processed({ id }: StoredFile, app?: string): Promise<{ file: StoredFile; looks: number }> {
  let file: StoredFile | undefined
  let looks = 0
  await expect
    .poll(
      async () => {
        looks++
        file = await soon<StoredFile>(`/v1/files/${id}`, app)
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
  expect(await soon(`/web/v1/files/${file.id}/content`)).toEqual({
    pages: [{ page: 1, text: 'Herons are counted at dawn.' }],
  })

  const next = await PDFDocument.create()
  next.addPage().drawText('Otters follow.')
  const after = await processed(await upload('next.pdf', await next.save()))
  expect(after.file).toMatchObject({ status: 'done', page_count: 1, has_thumbnail: true })
}, 300_000)

/** An answer's stream: when its first words have come, and all of it, once it has ended. */
function asked(query: string) {
  const { promise: begun, resolve } = Promise.withResolvers<void>()
  const app = inject('scriptedAppUrl')
  const whole = callApi('user', '/web/v1/chat', { app, body: { query } }).then(async ({ body }) => {
    let text = ''
    for await (const piece of body!.pipeThrough(new TextDecoderStream())) {
      text += piece
      if (text.includes('First words')) resolve()
    }
    return text
  })
  return { begun, whole }
}

test('twenty answers go on while a document ends its reader again and again, until it is given up', async () => {
  const app = inject('scriptedAppUrl')
  await script('twenty', [
    { say: 'First words' },
    { hold: true, saying: ', more words' },
    { say: ', and the last ones.' },
  ])
  const uploaded = await upload('endless.pdf', endlessPdf(), app)

  const answers = Array.from({ length: 20 }, () => asked('script:twenty'))
  await Promise.all(answers.map(({ begun }) => begun))
  // None has waited for the document.
  expect(await soon(`/v1/files/${uploaded.id}`, app)).toMatchObject({ status: 'pending' })

  expect((await processed(uploaded, app)).file).toMatchObject({ status: 'failed', status_reason: 'too_complex' })
  await release('twenty')
  for (const text of await Promise.all(answers.map(({ whole }) => whole))) {
    expect(text).toContain('and the last ones.')
    expect(text).not.toContain('event: error')
  }
}, 300_000)
