import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './packages.ts'

/** The local start has accounts and signatures of its own. */
const own = /^(FIREBASE_\w+|AUTH_\w+|SIGNING_SECRET|GOOGLE_CLIENT_EMAIL|GOOGLE_PRIVATE_KEY)$/

/** The names of the Worker's variables, those in `wrangler.toml`, that may be set in the environment of the local start. */
export function variableNames(): Set<string> {
  const [, variables = ''] =
    /^\[vars\]\n((?:(?!\[).*\n)*)/m.exec(readFileSync(join(root, 'wrangler.toml'), 'utf8')) ?? []
  const names = [...variables.matchAll(/^(\w+) =/gm)].map(([, name]) => name!)
  return new Set(names.filter((name) => !own.test(name)))
}
