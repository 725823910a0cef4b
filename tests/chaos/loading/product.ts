import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { freePort } from '../../../scripts/local/ports.ts'
import { seedOrganization } from '../../bench/growth/organization.ts'
import { inspect } from '../../bench/inspector.ts'
import { prepare } from '../../bench/prepare.ts'
import type { Product } from '../../bench/product.ts'
import type { Answers, Crowd } from './crowd.ts'

/** The provider on workerd with as much heap as Cloudflare gives an isolate, its members and a model, each in a process of its own. */
export interface LoadedProduct extends Product {
  /** Members do this; gives what each answer's asker and readers had of it. */
  gather: (crowd: Omit<Crowd, 'url' | 'tokens'> & { members: number }) => Promise<Answers>
  /** Megabytes once all garbage is collected: of the Worker's heap, and of workerd. */
  held: () => Promise<{ heap: number; resident: number }>
}

/** Megabytes. */
const isolate = 128
const megabyte = 1024 * 1024

export async function startLoaded(members: number, cleanup: AsyncDisposableStack): Promise<LoadedProduct> {
  const bench = await prepare('load', cleanup)
  const upstream = forked(join(import.meta.dirname, '../../bench/relay/upstream.ts'), cleanup)
  const [port] = (await once(upstream, 'message')) as [number]
  const inspectorPort = await freePort()
  const product = await bench.startProduct({
    heap: isolate,
    inspectorPort,
    variables: { OPENAI_BASE_URL: `http://127.0.0.1:${port}/v1`, OPENAI_API_KEY: 'key', OPENAI_MODELS: 'small' },
  })
  const names = Array.from({ length: members }, (_, number) => `member-${number}`)
  await seedOrganization(product.database, names)
  const token = (name: string) => bench.tokenOf({ sub: name, user_id: name, email: `${name}@example.com` })
  const tokens = await Promise.all(names.map(token))
  const crowd = forked(join(import.meta.dirname, 'crowd.ts'), cleanup)
  return {
    ...product,
    async gather({ members, ...rest }) {
      crowd.send({ ...rest, url: product.url, tokens: tokens.slice(0, members) } satisfies Crowd)
      const [answers] = (await once(crowd, 'message')) as [Answers]
      return answers
    },
    async held() {
      const session = await inspect(inspectorPort, 'core:user:')
      const calls = setInterval(() => void fetch(`${product.url}/v1/docs`).then((response) => response.text()), 200)
      await session.call('HeapProfiler.collectGarbage')
      const { usedSize } = (await session.call('Runtime.getHeapUsage')) as { usedSize: number }
      clearInterval(calls)
      session.close()
      return { heap: usedSize / megabyte, resident: product.memory() / megabyte }
    },
  }
}

function forked(file: string, cleanup: AsyncDisposableStack): ChildProcess {
  const child = fork(file)
  cleanup.defer(() => void (child.connected && child.disconnect()))
  return child
}
