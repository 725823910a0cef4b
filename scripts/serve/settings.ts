import { resolve } from 'node:path'
import type { Environment } from '../local/environment.ts'
import { Problem } from '../local/problem.ts'
import { portFrom } from '../local/settings.ts'

/** What the environment says about a server of one machine. */
export interface ServeSettings {
  /** Where it listens: what stands before it ends TLS. */
  host: string
  port: number
  /** Where people reach it: an origin alone. */
  publicUrl: URL
  /** Absolute. */
  dataDir: string
  /** Whether people sign in with a Firebase project instead of accounts of this machine. */
  firebase: boolean
}

/**
 * Reads HOST, PORT, PUBLIC_URL, DATA_DIR and FIREBASE_PROJECT_ID.
 * @throws a {@link Problem} that names the variable
 */
export function readServeSettings(env: Environment): ServeSettings {
  return {
    host: env.HOST || '127.0.0.1',
    port: portFrom(env, 'PORT', 3000),
    publicUrl: publicUrlFrom(env),
    dataDir: resolve(env.DATA_DIR || 'data'),
    firebase: isFirebase(env),
  }
}

function isFirebase({
  FIREBASE_PROJECT_ID: id = '',
  FIREBASE_API_KEY: key,
  FIREBASE_AUTH_DOMAIN: domain,
}: Environment) {
  if (id.startsWith('demo-'))
    throw new Problem(`FIREBASE_PROJECT_ID=${id} is for npm start: it would trust an emulator.`)
  if (id && !(key && domain)) throw new Problem('FIREBASE_PROJECT_ID needs FIREBASE_API_KEY and FIREBASE_AUTH_DOMAIN.')
  return id !== ''
}

/** Sessions are worth what their transport is: plain HTTP is only for this machine's own browser. */
function publicUrlFrom({ PUBLIC_URL: text }: Environment): URL {
  if (!text) throw new Problem('PUBLIC_URL says where people reach it: PUBLIC_URL=https://chat.example.com')
  const url = URL.parse(text)
  if (!url || `${url.origin}/` !== url.href)
    throw new Problem(`PUBLIC_URL=${text} is not https://, a host and no more.`)
  const isLocal = url.protocol === 'http:' && ['localhost', '127.0.0.1'].includes(url.hostname)
  if (url.protocol !== 'https:' && !isLocal) throw new Problem(`PUBLIC_URL=${text} has to begin with https://.`)
  return url
}
