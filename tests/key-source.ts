import { vi } from 'vitest'
import { type Signer, jwksOf } from './tokens.ts'

type Answer = (init?: RequestInit) => Response | Promise<Response>

/** A source of keys at an address that no other test uses, in place of the network. */
export interface KeySource {
  url: string
  /** How often it was asked. */
  asked(): number
  publish(...signers: Signer[]): Promise<void>
  answer(answer: Answer): void
}

let count = 0

/** Starts a source; `vi.unstubAllGlobals` ends it. Any other address is out of reach. */
export async function startKeySource(...signers: Signer[]): Promise<KeySource> {
  const url = `http://127.0.0.1:${++count}/jwks`
  let current: Answer
  const network = vi.fn<typeof fetch>(async (input, init) => {
    if (String(input) !== url) throw new TypeError(`nothing answers at ${String(input)}`)
    return current(init)
  })
  vi.stubGlobal('fetch', network)

  const source: KeySource = {
    url,
    asked: () => network.mock.calls.length,
    answer: (answer) => {
      current = answer
    },
    publish: async (...published) => {
      const jwks = await jwksOf(...published)
      current = () => Response.json(jwks, { headers: { 'cache-control': 'public, max-age=3600, must-revalidate' } })
    },
  }
  await source.publish(...signers)
  return source
}
