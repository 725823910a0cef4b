import { Problem } from '../local/problem.ts'
import type { Cloudflare } from './cloudflare.ts'
import type { Settings } from './settings.ts'
import { front } from './workers.ts'

/**
 * Where people reach a deployment: an origin.
 * @throws a {@link Problem} where it has none yet
 */
export async function addressOf(
  { address, domain }: Settings,
  { cloudflare, suffix }: { cloudflare: Cloudflare; suffix: string },
): Promise<string> {
  if (address) return new URL(address).origin
  if (domain) return `https://${domain}`
  return onWorkersDev(cloudflare, front.name + suffix, ', or set "domain" in the settings')
}

/**
 * Where a Worker is on workers.dev: an origin.
 * @param otherwise what else can be done where the account has no subdomain there
 */
export async function onWorkersDev(cloudflare: Cloudflare, name: string, otherwise = ''): Promise<string> {
  const found = await cloudflare.find<{ subdomain: string }>('workers/subdomain')
  if (found?.subdomain) return `https://${name}.${found.subdomain}.workers.dev`
  const page = `https://dash.cloudflare.com/${cloudflare.account.id}/workers/onboarding`
  throw new Problem(`The account has no workers.dev subdomain: choose one at ${page}${otherwise}.`)
}
