import { join } from 'node:path'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { root } from '../../scripts/local/packages.ts'
import { compatibility, modulesIn, type RunningWorker, start } from '../bench/workers.ts'
import { largePdf } from './harness/large-pdf.ts'

const MiB = 1024 * 1024

/** Megabytes that V8 may use for an isolate, which has 128 on Cloudflare for everything. */
const heap = 100

const built = join(root, 'dist/reader')
/** The Worker that reads documents, as it was built, and one that hands it what it is sent. */
const startReader = () =>
  start({
    heap,
    workers: [
      {
        name: 'caller',
        ...compatibility,
        modules: true,
        script: `export default {
        async fetch({ url, body, headers }, { READER }) {
          const { searchParams } = new URL(url)
          const reading = await READER.readText(body, Number(headers.get('content-length')), searchParams.get('name'), searchParams.get('type'))
          return Response.json('reason' in reading ? reading : { pages: reading.value.length })
        }
      }`,
        serviceBindings: { READER: { name: 'reader', entrypoint: 'DocumentReader' } },
      },
      {
        name: 'reader',
        ...compatibility,
        modulesRoot: built,
        modules: modulesIn(built).toSorted(({ path }) => (path === join(built, 'index.js') ? -1 : 1)),
      },
    ],
  })

let reader: RunningWorker
beforeEach(async () => {
  reader = await startReader()
  onTestFinished(reader.stop)
})

async function read(name: string, type: string, bytes: Uint8Array<ArrayBuffer>): Promise<unknown> {
  const address = `${reader.url}?${new URLSearchParams({ name, type })}`
  return (await fetch(address, { method: 'POST', body: bytes })).json()
}

/** Rows of short cells, which take many times their size once they are cells. */
const shortCells = (size: number) => {
  const row = '1,2,a,,5,6,7,b,9\n'
  return new TextEncoder().encode(row.repeat(Math.floor(size / row.length)))
}

/** What is read of a document alone, and of three at once, which may take less memory more than the one did. */
async function readAloneAndThree(name: string, type: string, bytes: Uint8Array<ArrayBuffer>) {
  const answers: unknown[] = []
  const add = async () => void answers.push(await read(name, type, bytes))
  const one = await reader.growth(add)
  const three = await reader.growth(() => Promise.all([add(), add(), add()]))
  expect(three).toBeLessThan(one)
  return answers
}

const four = (answer: object) => Array.from({ length: 4 }, () => answer)

test('a PDF of 32 MB is read, and three at once are read one after another', async () => {
  expect(await readAloneAndThree('large.pdf', 'application/pdf', largePdf(32 * MiB))).toEqual(four({ pages: 64 }))
})

test('of a CSV of 32 MB no more is read than a text may have, and of three at once neither', async () => {
  const answers = await readAloneAndThree('cells.csv', 'text/csv', shortCells(32 * MiB))
  expect(answers).toEqual(four({ reason: 'too_large' }))
})

test('three CSVs of short cells whose text is just short enough are read at once', async () => {
  const csv = shortCells(7_500_000)
  const answers = await Promise.all([1, 2, 3].map(() => read('cells.csv', 'text/csv', csv)))
  expect(answers).toEqual([{ pages: 442 }, { pages: 442 }, { pages: 442 }])
})
