import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { unresponsivenessOf, until } from '../../../scripts/local/watch.ts'

async function serverThat(answers: boolean): Promise<string> {
  const server: Server = createServer((_incoming, outgoing) => void (answers && outgoing.end()))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.close()
    server.closeAllConnections()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

test('what takes a call and never answers it is found out after the limit', async () => {
  const look = unresponsivenessOf(await serverThat(false), 100)
  expect(await until(new AbortController().signal, look)).toBe('gave no answer for 0.1 s')
})

test('what answers is let be, until nobody asks any more', async () => {
  const over = new AbortController()
  const look = unresponsivenessOf(await serverThat(true), 100)
  expect(await look()).toBeUndefined()
  over.abort()
  expect(await until(over.signal, look)).toBeUndefined()
})
