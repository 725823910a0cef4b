import { expect, onTestFinished, test } from 'vitest'
import { directUploadBytes } from '~/contract/defaults.ts'
import { bundle } from '../../bench/product.ts'
import { compatibility, start } from '../../bench/workers.ts'

/** Megabytes that V8 may use for an isolate, which has 128 on Cloudflare for everything. */
const heap = 100

/** Bytes of a form that are not of its file, at most. */
const envelope = 1000

test('three direct uploads at the limit at once are held once each', async () => {
  const worker = await start({ ...compatibility, heap, modules: await bundle('tests/unit/uploads/form-holder.ts') })
  onTestFinished(worker.stop)
  async function send(size: number) {
    const body = new FormData()
    body.append('files', new File([new Uint8Array(size)], '長い.bin'))
    const response = await fetch(worker.url, { method: 'POST', body })
    expect(await response.json()).toEqual([{ name: '長い.bin', size }])
  }
  await send(1)
  const size = directUploadBytes - envelope
  const growth = await worker.growth(() => Promise.all([send(size), send(size), send(size)]))
  expect(growth).toBeLessThan(1.5 * 3 * size)
})
