import { env } from 'cloudflare:workers'
import { PDFDocument } from 'pdf-lib'
import { afterEach, expect, test, vi } from 'vitest'
import type { StoredFile } from '~/contract/files.ts'
import { pngOf } from '../pictures.ts'
import { withRecognisedText } from '~/provider/files/processing/recognise-pictures.ts'
import { bucketWith, deliver, uploaded } from './harness/files.ts'
import { seedMembers } from './harness/members.ts'

const { hanako } = await seedMembers('vision.example', { hanako: 'user' })

// The first PDF loads what reads and draws it, which takes its time on a busy machine.
vi.setConfig({ testTimeout: 60_000 })
afterEach(() => vi.restoreAllMocks())

const process = ({ id }: StoredFile, variables: Partial<Env>) =>
  deliver({ kind: 'process_file', file_id: id }, { variables })
const current = async ({ id }: StoredFile) => (await hanako(`/v1/files/${id}`)).json<StoredFile>()
const contentOf = async ({ id }: StoredFile) => (await hanako(`/web/v1/files/${id}/content`)).json()

async function scan(pages: number): Promise<File> {
  const document = await PDFDocument.create()
  const picture = await document.embedPng(pngOf(60, 60))
  for (let page = 0; page < pages; page++) document.addPage([300, 300]).drawImage(picture)
  return new File([new Uint8Array(await document.save())], 'scan.pdf')
}

/** The pictures that the model was shown, as their `data:` addresses. */
function picturesShown(): string[] {
  const shown: string[] = []
  const real = globalThis.fetch
  vi.spyOn(globalThis, 'fetch').mockImplementation((input, init) => {
    const urls = [...String(init?.body).matchAll(/"image_url":\{"url":"([^"]+)"/g)].map(([, url]) => url!)
    shown.push(...urls)
    return real(input, init)
  })
  return shown
}

test('a model that sees is shown every page of a scan, and what it reads is the text of the file', async () => {
  const shown = picturesShown()
  const file = await uploaded(hanako, await scan(2))
  await process(file, { VISION_MODEL: 'small' })
  expect(shown).toHaveLength(2)
  // 300 points at 150 dots an inch, in the header of a PNG.
  const header = Buffer.from(shown[0]!.replace('data:image/png;base64,', ''), 'base64').subarray(0, 24)
  expect([header.toString('latin1', 1, 4), header.readUInt32BE(16), header.readUInt32BE(20)]).toEqual(['PNG', 625, 625])

  expect(await current(file)).toMatchObject({ status: 'done', status_reason: 'recognised', page_count: 2 })
  expect(await contentOf(file)).toEqual({ pages: [1, 2].map((page) => ({ page, text: 'A short answer.' })) })
})

test('it is shown an image as it is', async () => {
  const shown = picturesShown()
  const bytes = pngOf(60, 60)
  const file = await uploaded(hanako, new File([bytes], 'sign.png'))
  await process(file, { VISION_MODEL: 'small' })
  expect(shown).toEqual([`data:image/png;base64,${Buffer.from(bytes).toString('base64')}`])
  expect(await current(file)).toMatchObject({ status: 'done', status_reason: 'recognised' })
})

test('a scan of more than 20 pages is left to a browser', async () => {
  const shown = picturesShown()
  const file = await uploaded(hanako, await scan(21))
  await process(file, { VISION_MODEL: 'small' })
  expect(shown).toEqual([])
  expect(await current(file)).toMatchObject({ status: 'failed', status_reason: 'no_text' })
})

test('a recording and a drawing are not even read', async () => {
  const get = vi.fn<R2Bucket['get']>()
  for (const [name, content] of [
    ['talk.mp3', 'ID3\x04\0'],
    ['logo.svg', '<svg xmlns="http://www.w3.org/2000/svg"/>'],
  ]) {
    const file = await uploaded(hanako, new File([content!], name!))
    const row = { object_key: '', ...file } as unknown as Parameters<typeof withRecognisedText>[1]
    const findings = { status_reason: null, page_count: null, width: null, height: null, drawable: false }
    const variables = { ...env, VISION_MODEL: 'small', FILES: bucketWith({ get }) }
    expect(await withRecognisedText(variables, row, findings)).toBe(findings)
  }
  expect(get).not.toHaveBeenCalled()
})

test.each([
  ['none is configured', {}],
  ['its name is unknown', { VISION_MODEL: 'nobody' }],
  ['it cannot be reached', { VISION_MODEL: 'small', OPENAI_BASE_URL: 'http://127.0.0.1:9/v1' }],
])('where %s, a scan has no text, and its processing ends well', async (_, variables) => {
  const file = await uploaded(hanako, await scan(1))
  expect(await process(file, variables)).toMatchObject({ acknowledged: true })
  expect(await current(file)).toMatchObject({ status: 'failed', status_reason: 'no_text', has_thumbnail: true })
})
