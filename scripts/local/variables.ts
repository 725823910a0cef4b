import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { secretNames } from '../../app/secrets.ts'
import { root } from './packages.ts'

/** The local start has accounts and signatures of its own. */
const own = /^(FIREBASE_\w+|AUTH_\w+|ACCOUNTS_URL|CRAWL_PROXY|SIGNING_SECRET|GOOGLE_CLIENT_EMAIL|GOOGLE_PRIVATE_KEY)$/

/** The names of the Worker's variables, those in `wrangler.toml`, and of its secrets. */
export function variableNames(): { variables: string[]; secrets: readonly string[] } {
  const [, variables = ''] =
    /^\[vars\]\n((?:(?!\[).*\n)*)/m.exec(readFileSync(join(root, 'wrangler.toml'), 'utf8')) ?? []
  return { variables: [...variables.matchAll(/^(\w+) =/gm)].map(([, name]) => name!), secrets: secretNames }
}

/** Those that may be set in the environment of the local start. */
export function localVariableNames(): Set<string> {
  const { variables, secrets } = variableNames()
  return new Set([...variables, ...secrets].filter((name) => !own.test(name)))
}
