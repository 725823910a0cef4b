import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { build, isBuilt } from '../../../scripts/local/build.ts'
import { prepare } from '../prepare.ts'
import { compareFar } from './far.ts'
import { compareNeighbours } from './neighbours.ts'
import { compareStreaming } from './streaming.ts'

/**
 * `npm run bench:growth`: what a member notices of a thousand other members, of their own answers that stream meanwhile, and of living
 * far from where the data is, on workerd. It takes 15 GB of disk.
 * @param argv a checkout with an earlier build of the product, to be measured from afar as well
 */
async function main() {
  if (!isBuilt()) await build()
  await using cleanup = new AsyncDisposableStack()
  const bench = await prepare('growth', cleanup)
  const upstream = fork(join(import.meta.dirname, '../relay/upstream.ts'))
  cleanup.defer(() => void upstream.disconnect())
  const [port] = (await once(upstream, 'message')) as [number]
  const modelUrl = `http://127.0.0.1:${port}/v1`

  const reached = [
    await compareStreaming(bench, modelUrl),
    await compareFar(bench, modelUrl, process.argv[2]),
    await compareNeighbours(bench, modelUrl),
  ]
  process.exitCode = reached.every(Boolean) ? 0 : 1
}

await main()
