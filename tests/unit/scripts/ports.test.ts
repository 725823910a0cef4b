import { createServer } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { freePort, requireFree } from '../../../scripts/local/ports.ts'

async function listenOn(host: string): Promise<number> {
  const server = createServer()
  onTestFinished(() => void server.close())
  return new Promise((resolve, reject) => {
    server.on('error', reject)
    server.listen(0, host, () => resolve((server.address() as { port: number }).port))
  })
}

test.each(['127.0.0.1', '0.0.0.0'])('a port that is taken on %s is named with its variable', async (host) => {
  const port = await listenOn(host)
  await expect(requireFree(port, 'PORT')).rejects.toThrow(`Port ${port} is taken; set PORT to a free one.`)
})

test('a free port is free', async () => {
  await expect(requireFree(await freePort(), 'PORT')).resolves.toBeUndefined()
})
