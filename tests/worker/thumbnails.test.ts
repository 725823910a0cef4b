import { env } from 'cloudflare:workers'
import { PDFDocument, rgb } from 'pdf-lib'
import { expect, test, vi } from 'vitest'
import type { StoredFile } from '~/contract/files.ts'
import { decodeImage } from '~/provider/documents/thumbnail/decode-image.ts'
import { encodeWebp } from '~/provider/documents/thumbnail/encode-webp.ts'
import { avif, blue, dark, gifOf, halves, jpegOf, light, pngOf, red } from '../pictures.ts'
import { bucketWith, deliver, everything, process, refusal, textFile, uploaded } from './harness/files.ts'
import { seedMembers } from './harness/members.ts'
import { samples } from './harness/samples.ts'

const { user, colleague } = await seedMembers('thumbnails.test', { user: 'user', colleague: 'user' })
const { stranger } = await seedMembers('elsewhere.test', { stranger: 'admin' })

// The first picture of a kind loads its codec, which takes its time on a busy machine.
vi.setConfig({ testTimeout: 30_000 })

test.each([
  ['a PNG', '写真.png', async () => pngOf(640, 400)],
  ['a GIF', '写真.gif', async () => gifOf(640, 400)],
  ['a WebP', '写真.webp', async () => encodeWebp({ width: 640, height: 400, data: halves(640, 400) })],
])('%s has its size and a thumbnail of the same picture', async (_, name, bytes) => {
  const file = await processed(name, await bytes())
  expect(file).toMatchObject({ status: 'done', page_count: 1, width: 640, height: 400, has_thumbnail: true })
  const picture = await thumbnail(file)
  expect([picture.width, picture.height]).toEqual([320, 200])
  expect(picture.at(40, 100)).toEqual(nearly(red))
  expect(picture.at(280, 100)).toEqual(nearly(blue))
})

test('a picture that is smaller than a thumbnail keeps its size: an AVIF', async () => {
  const file = await processed('小さい.avif', avif)
  expect(file).toMatchObject({ status: 'done', width: 64, height: 48, has_thumbnail: true })
  const picture = await thumbnail(file)
  expect([picture.width, picture.height]).toEqual([64, 48])
  expect(picture.at(8, 24)).toEqual(nearly(red))
  expect(picture.at(56, 24)).toEqual(nearly(blue))
})

test('a photograph of 12 megapixels has a thumbnail', async () => {
  const file = await processed('IMG_0001.jpg', jpegOf(4032, 3024))
  expect(file).toMatchObject({ status: 'done', width: 4032, height: 3024, has_thumbnail: true })
  const picture = await thumbnail(file)
  expect([picture.width, picture.height]).toEqual([320, 240])
  expect(picture.at(40, 120)).toEqual(nearly([dark, dark, dark]))
  expect(picture.at(280, 120)).toEqual(nearly([light, light, light]))
})

// Where the dark half is seen, by EXIF's numbers.
test.each([
  [1, 'left'],
  [2, 'right'],
  [3, 'right'],
  [4, 'left'],
  [5, 'top'],
  [6, 'top'],
  [7, 'bottom'],
  [8, 'bottom'],
])('a photograph of orientation %i is upright: its dark half is %s', async (orientation, side) => {
  const file = await processed('turned.jpg', jpegOf(640, 400, orientation))
  const turned = orientation > 4
  expect(file).toMatchObject(turned ? { width: 400, height: 640 } : { width: 640, height: 400 })
  const picture = await thumbnail(file)
  expect([picture.width, picture.height]).toEqual(turned ? [200, 320] : [320, 200])
  const { width, height } = picture
  const ends = turned
    ? { top: picture.at(width / 2, 20), bottom: picture.at(width / 2, height - 20) }
    : { left: picture.at(20, height / 2), right: picture.at(width - 20, height / 2) }
  for (const [end, colour] of Object.entries(ends)) {
    const grey = end === side ? dark : light
    expect(colour, end).toEqual(nearly([grey, grey, grey]))
  }
})

test('the first page of a PDF is its thumbnail', async () => {
  const pdf = await PDFDocument.create()
  pdf.addPage([420, 600]).drawRectangle({ x: 0, y: 300, width: 420, height: 300, color: rgb(1, 0, 0) })
  pdf.addPage([600, 600])
  const file = await processed('図面.pdf', new Uint8Array(await pdf.save()))
  // There is nothing to read in it, but something to see.
  expect(file).toMatchObject({ status: 'failed', status_reason: 'no_text', width: null, has_thumbnail: true })
  const picture = await thumbnail(file)
  expect([picture.width, picture.height]).toEqual([224, 320])
  expect(picture.at(100, 40)).toEqual(nearly([255, 0, 0]))
  expect(picture.at(100, 280)).toEqual(nearly([255, 255, 255]))
})

test('a Japanese document is drawn with its letters', async () => {
  const { name, bytes } = samples.find((sample) => sample.name === '就業規則.pdf')!
  const file = await processed(name, bytes)
  expect(file).toMatchObject({ status: 'done', page_count: 6, has_thumbnail: true })
  const { data } = await thumbnail(file)
  const inked = data.filter((value, at) => at % 4 === 1 && value < 160).length
  expect(inked).toBeGreaterThan(200)
})

test.each([
  ['more pixels than can be held', pngOf(3000, 3000), { width: 3000, height: 3000 }],
  ['a size that its header lies about', pngOf(64, 64, { width: 640, height: 400 }), { width: 640, height: 400 }],
  ['nothing behind its header', pngOf(640, 400).subarray(0, 60), { width: 640, height: 400 }],
])('a picture with %s is done, with its size and without a thumbnail', async (_, bytes, size) => {
  const file = await processed('large.png', bytes)
  expect(file).toMatchObject({ status: 'done', ...size, has_thumbnail: false })
  const response = await user(`/web/v1/files/${file.id}/thumbnail`)
  expect(await refusal(response)).toEqual({ status: 404, code: 'does_not_exist', info: { entity: 'thumbnail' } })
})

test('a picture without a readable header is damaged', async () => {
  expect(await processed('cut.png', pngOf(64, 64).subarray(0, 12))).toMatchObject({
    status: 'failed',
    status_reason: 'damaged',
  })
})

test('a thumbnail is read by whoever may read the file, and kept by no cache', async () => {
  const file = await processed('mine.png', pngOf(64, 64))
  const path = `/web/v1/files/${file.id}/thumbnail`
  expect((await user(path)).headers.get('cache-control')).toBe('private, no-store')
  for (const other of [colleague, stranger]) {
    expect(await refusal(await other(path))).toEqual({ status: 404, code: 'does_not_exist', info: { entity: 'file' } })
  }
})

test('a deleted file leaves no thumbnail, even one that is deleted while it is processed', async () => {
  const before = (await everything()).objects
  const file = await processed('gone.png', pngOf(64, 64))
  await user(`/v1/files/${file.id}`, { method: 'DELETE' })
  expect((await everything()).objects).toEqual(before)

  const other = await uploaded(user, new File([pngOf(64, 64)], 'going.png'))
  const put: R2Bucket['put'] = async (...stored: Parameters<R2Bucket['put']>) => {
    await user(`/v1/files/${other.id}`, { method: 'DELETE' })
    return env.FILES.put(...stored)
  }
  const FILES = new Proxy(env.FILES, {
    get: (bucket, name) => {
      if (name === 'put') return put
      const method = Reflect.get(bucket, name) as unknown
      return typeof method === 'function' ? method.bind(bucket) : method
    },
  })
  await deliver({ kind: 'process_file', file_id: other.id }, { variables: { FILES } })
  expect((await everything()).objects).toEqual(before)
})

test('a thumbnail whose bytes the storage did not hand out is drawn on the next delivery', async () => {
  const { name, bytes } = samples.find((sample) => sample.name === '就業規則.pdf')!
  const file = await uploaded(user, new File([bytes], name))
  let calls = 0
  const get = (...wanted: Parameters<R2Bucket['get']>) => {
    // The first is for the text.
    if (++calls === 2) return Promise.reject(new Error('get: internal error (10001)'))
    return env.FILES.get(...wanted)
  }
  const FILES = bucketWith({ get } as unknown as Partial<R2Bucket>)
  const job = { kind: 'process_file', file_id: file.id }
  expect(await deliver(job, { variables: { FILES } })).toMatchObject({ retried: true })
  await deliver(job)
  expect(await current(file)).toMatchObject({ status: 'done', has_thumbnail: true })
})

test('a text has neither size nor thumbnail', async () => {
  const file = await uploaded(user, textFile('note.txt'))
  await process(file)
  expect(await current(file)).toMatchObject({ status: 'done', width: null, height: null, has_thumbnail: false })
})

async function processed(name: string, bytes: Uint8Array): Promise<StoredFile> {
  const file = await uploaded(user, new File([new Uint8Array(bytes)], name))
  await process(file)
  return current(file)
}

const current = async (file: StoredFile) => (await user(`/v1/files/${file.id}`)).json<StoredFile>()

async function thumbnail(file: StoredFile) {
  const answer = await (await user(`/web/v1/files/${file.id}/thumbnail`)).json<{ thumbnail: string }>()
  const bytes = Uint8Array.from(atob(answer.thumbnail), (character) => character.charCodeAt(0))
  const { width, height, data } = await decodeImage(bytes, 'image/webp')
  return {
    width,
    height,
    data,
    at: (x: number, y: number) => Array.from(data.subarray((y * width + x) * 4, (y * width + x) * 4 + 3)),
  }
}

/** WebP loses some of a colour: up to 12 of 255 here. */
const nearly = (colour: readonly number[]) => colour.map((value) => expect.closeTo(value, -Math.log10(2 * 12)))
