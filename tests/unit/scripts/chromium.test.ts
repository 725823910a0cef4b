import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { chromiumCandidates, firstThatRuns } from '../../../scripts/local/chromium.ts'

const executable = (name: string, script: string) => {
  const path = join(mkdtempSync(join(tmpdir(), 'chromium-')), name)
  writeFileSync(path, `#!/bin/sh\n${script}\n`, { mode: 0o755 })
  return path
}

test('CHROMIUM_PATH is the only candidate when it is set', () => {
  expect(chromiumCandidates({ CHROMIUM_PATH: '/opt/chrome' }, '/own', 'linux')).toEqual(['/opt/chrome'])
})

test("Playwright's own browser comes before the system's", () => {
  expect(chromiumCandidates({}, '/own', 'linux').slice(0, 2)).toEqual(['/own', '/usr/bin/chromium'])
})

test("macOS is searched for Chrome's application", () => {
  expect(chromiumCandidates({}, '/own', 'darwin')).toContain(
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  )
})

test('a browser that does not start is passed over for one that does', async () => {
  const stub = executable('stub', 'echo install the snap >&2; exit 1')
  const real = executable('real', 'echo Chromium 156')
  expect(await firstThatRuns(['/nowhere/chromium', stub, real])).toBe(real)
  expect(await firstThatRuns(['/nowhere/chromium', stub])).toBeUndefined()
})
