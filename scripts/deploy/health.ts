import { setTimeout } from 'node:timers/promises'
import { Health } from '../../app/contract/health.ts'
import { Problem } from '../local/problem.ts'

/** Milliseconds until a first deployment's address is known everywhere. */
const limit = 180_000

/**
 * Asks `/healthz` until this version answers.
 * @returns in words, how it is
 * @throws a {@link Problem} that says what is red
 */
export async function checkHealth(address: string, version: string): Promise<string> {
  const url = new URL('/healthz', address)
  const deadline = Date.now() + limit
  let last = ''
  while (Date.now() < deadline) {
    const response = await fetch(url, { signal: AbortSignal.timeout(20_000) }).catch((error: Error) => {
      last = error.message
    })
    const { data: health } = Health.safeParse(await response?.json().catch(() => undefined))
    if (health?.version === version) {
      const red = Object.entries(health.checks).filter(([, { ok }]) => !ok)
      const words = red.map(([name, { code }]) => (code ? `${name} (${code})` : name)).join(', ')
      if (health.status === 'failed') throw new Problem(`${url} says what does not work: ${words}.`)
      return words ? `it works, but for ${words}` : 'it works'
    }
    if (response) last = health ? `still version ${health.version}` : `status ${response.status}, no report`
    await setTimeout(1000)
  }
  throw new Problem(
    `${url} does not tell of version ${version} within ${limit / 1000} s: ${last}.\nWhat it logs: npx wrangler tail`,
  )
}
