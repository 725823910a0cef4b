import { z } from 'zod'
import { quietEnv } from '../local/environment.ts'
import { binOf, root } from '../local/packages.ts'
import { Problem } from '../local/problem.ts'
import { runNode } from '../local/run.ts'

/** Cloudflare's API, for one account. */
export interface Cloudflare {
  account: { id: string; name: string }
  /**
   * Calls `/accounts/<account>/<path>`.
   * @returns its result
   * @throws a {@link Refusal}
   */
  call<T>(method: string, path: string, body?: unknown): Promise<T>
  /** The same with GET; undefined for what does not exist. */
  find<T>(path: string): Promise<T | undefined>
}

const Answer = z.object({
  result: z.unknown(),
  errors: z.array(z.object({ code: z.number(), message: z.string() })).default([]),
})

/** A call that the platform refused, in its words, with what can be done where that is known. */
export class Refusal extends Problem {
  readonly status: number

  constructor(status: number, errors: { code: number; message: string }[], account?: string) {
    const words = errors.map(({ code, message }) => `${message} (${code})`).join('; ') || `status ${status}`
    super(`Cloudflare answers: ${words}.${remedyOf(status, words, account)}`)
    this.status = status
  }
}

/** What to do about the refusals that a first deployment meets; the words are Cloudflare's. */
const remedies: [words: RegExp, remedy: (account: string) => string][] = [
  [/enable R2/i, (account) => `Enable R2 for the account: https://dash.cloudflare.com/${account}/r2`],
  [
    /free plan|paid plan|CPU limits/i,
    (account) => `It needs Workers Paid: https://dash.cloudflare.com/${account}/workers/plans`,
  ],
  [/workers\.dev subdomain/i, (account) => `Choose it once: https://dash.cloudflare.com/${account}/workers/onboarding`],
]

/** The same for the output of Wrangler; empty where there is none. */
export function remedyOf(status: number, words: string, account = ''): string {
  const [, remedy] = remedies.find(([pattern]) => pattern.test(words)) ?? []
  if (remedy) return `\n${remedy(account)}`
  if (status !== 401 && status !== 403) return ''
  return '\nSign in again with `npx wrangler login`, or give CLOUDFLARE_API_TOKEN the rights that docs/operating.md lists.'
}

/**
 * Signs in as Wrangler does, or with `CLOUDFLARE_API_TOKEN`.
 * @param choose tells which account, where there are several and neither `account` nor `CLOUDFLARE_ACCOUNT_ID` does
 * @param account its id
 */
export async function signIn(
  account: string | undefined,
  choose: (accounts: { id: string; name: string }[]) => Promise<string>,
): Promise<Cloudflare> {
  const token = process.env.CLOUDFLARE_API_TOKEN || (await tokenOfWrangler())
  const base = process.env.CLOUDFLARE_API_BASE_URL ?? 'https://api.cloudflare.com/client/v4'

  async function request<T>(method: string, path: string, body?: unknown, account?: string): Promise<T> {
    const response = await fetch(base + path, {
      method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: body === undefined ? undefined : JSON.stringify(body),
    }).catch((cause: unknown) => {
      throw new Problem(`Cloudflare's API is not reached at ${base}.`, { cause })
    })
    const { data } = Answer.safeParse(await response.json().catch(() => undefined))
    if (!response.ok || !data) throw new Refusal(response.status, data?.errors ?? [], account)
    return data.result as T
  }

  const accounts = await request<{ id: string; name: string }[]>('GET', '/accounts?per_page=50')
  const wanted = account ?? process.env.CLOUDFLARE_ACCOUNT_ID
  const id = wanted ?? (accounts.length === 1 ? accounts[0]!.id : await choose(accounts))
  const chosen = accounts.find((one) => one.id === id)
  if (!chosen) throw new Problem(`Whoever is signed in does not reach the account ${id}.`)

  const call = <T>(method: string, path: string, body?: unknown) =>
    request<T>(method, `/accounts/${id}/${path}`, body, id)
  return {
    account: chosen,
    call,
    find: <T>(path: string) =>
      call<T>('GET', path).catch((error: unknown) => {
        if (error instanceof Refusal && error.status === 404) return undefined
        throw error
      }),
  }
}

async function tokenOfWrangler(): Promise<string> {
  const { code, output } = await runNode(binOf('wrangler'), ['auth', 'token', '--json'], { cwd: root, env: quietEnv() })
  const { data } = z.object({ token: z.string() }).safeParse(code === 0 && parsed(output))
  if (!data) throw new Problem('Nobody is signed in: run `npx wrangler login`, or set CLOUDFLARE_API_TOKEN.')
  return data.token
}

function parsed(output: string): unknown {
  try {
    return JSON.parse(output.slice(output.indexOf('{'), output.lastIndexOf('}') + 1))
  } catch {
    return undefined
  }
}
