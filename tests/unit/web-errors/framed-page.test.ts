import { expect, test } from 'vitest'
import { framed } from '~/web/framed-page.ts'
import { endOfPage } from '~/web/restart.ts'

const page = (...chunks: string[]) =>
  new Response(
    new ReadableStream({
      start(controller) {
        for (const chunk of chunks) controller.enqueue(new TextEncoder().encode(chunk))
        controller.close()
      },
    }),
    { status: 404, headers: { 'content-type': 'text/html; charset=utf-8', 'x-other': 'kept' } },
  )

test('a page gets its first script before all else of its head, and a sign behind its end', async () => {
  const response = framed(page('<!DOCTYPE html><html><head><title>é', '</title></head></html>'), 'n1')
  expect([response.status, response.headers.get('x-other')]).toEqual([404, 'kept'])
  const html = await response.text()
  expect(html).toMatch(/^<!DOCTYPE html><html><head><script nonce="n1">/)
  expect(html.endsWith(`</script><title>é</title></head></html>${endOfPage}`)).toBe(true)
})

test('a page that breaks off on its way has no sign', async () => {
  const broken = new ReadableStream({
    start: (controller) => controller.enqueue(new TextEncoder().encode('<html><head>')),
    pull: (controller) => controller.error(new Error('broken off')),
  })
  const response = framed(new Response(broken, { headers: { 'content-type': 'text/html' } }), 'n')
  await expect(response.text()).rejects.toThrow('broken off')
})

test('what is no page stays as it is', async () => {
  const response = Response.json({ head: '<head>' })
  expect(framed(response, 'n')).toBe(response)
})
