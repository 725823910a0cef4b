import { Problem } from './local/problem.ts'
import { untilInterrupted } from './local/until-interrupted.ts'
import { log } from './serve/log.ts'
import { startServer } from './serve/server.ts'
import { readServeSettings } from './serve/settings.ts'

/**
 * `npm run serve`: the product for an organisation on this machine, behind a reverse proxy, until SIGTERM (`docs/one-machine.md`). It
 * ends with 0 when it was asked to, otherwise with 1.
 */

// What it keeps is for its own user's eyes.
process.umask(0o077)

await untilInterrupted(async (cleanup) => {
  const { failed } = await startServer(readServeSettings(process.env), process.env, cleanup)
  await failed
}, fail)

function fail(error: unknown): void {
  log('error', 'ended', { cause: error instanceof Problem ? error.message : String((error as Error)?.stack ?? error) })
  process.exitCode = 1
}
