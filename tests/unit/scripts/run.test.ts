import { expect, test } from 'vitest'
import { binOf, root } from '../../../scripts/local/packages.ts'
import { runNode } from '../../../scripts/local/run.ts'

test.each([
  ['--version', 0],
  ['no-such-command', 1],
])('wrangler %s ends with %i', { timeout: 60_000 }, async (argument, code) => {
  expect((await runNode(binOf('wrangler'), [argument], { cwd: root })).code).toBe(code)
})
