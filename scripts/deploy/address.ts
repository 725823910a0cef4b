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
  const found = await cloudflare.find<{ subdomain: string }>('workers/subdomain')
  if (found?.subdomain) return `https://${front.name}${suffix}.${found.subdomain}.workers.dev`
  const page = `https://dash.cloudflare.com/${cloudflare.account.id}/workers/onboarding`
  throw new Problem(`The account has no workers.dev subdomain: choose one at ${page}, or set "domain" in the settings.`)
}
