import { expect, onTestFinished, test } from 'vitest'
import { leaveAtRandom } from '../../chaos/leaving/leave.ts'
import { prepareBuilt } from '../../bench/prepare.ts'

test('a change whose client resets the connection is made with all that belongs to it, or not at all', async () => {
  const cleanup = new AsyncDisposableStack()
  onTestFinished(() => cleanup.disposeAsync())
  const all = await leaveAtRandom(await prepareBuilt('leaving', cleanup), 4, 17)
  expect(all.filter(({ half }) => half > 0)).toEqual([])
}, 120_000)
