import { resolve } from 'node:path'
import type { Environment } from './environment.ts'
import { Problem } from './problem.ts'

/** The emulator takes any project whose id begins with `demo-`; the Worker takes other keys than Google's only for one. */
export const projectId = 'demo-local'
export const apiKey = 'demo-key'

/** What the environment says about a local start. */
export interface Settings {
  /** Vite's server with hot reload instead of the build. */
  dev: boolean
  port: number
  authPort: number
  /** Absolute. */
  dataDir: string
  demoPassword: string
  /** Where the browser and the Worker reach the app and the accounts. */
  appUrl: string
  authUrl: string
}

/**
 * Reads PORT, AUTH_EMULATOR_PORT, DATA_DIR and DEMO_PASSWORD; what is unset or empty has its default.
 * @throws a {@link Problem} that names the variable
 */
export function readSettings(env: Environment, dev: boolean): Settings {
  const port = portFrom(env, 'PORT', 3000)
  const authPort = portFrom(env, 'AUTH_EMULATOR_PORT', 9099)
  if (port === authPort) throw new Problem(`PORT and AUTH_EMULATOR_PORT are both ${port}; they must differ.`)

  const demoPassword = env.DEMO_PASSWORD || 'demo-password'
  if (demoPassword.length < 6) throw new Problem('DEMO_PASSWORD must have at least 6 characters.')

  return {
    dev,
    port,
    authPort,
    dataDir: resolve(env.DATA_DIR || '.data'),
    demoPassword,
    appUrl: `http://localhost:${port}`,
    authUrl: `http://127.0.0.1:${authPort}`,
  }
}

/** @throws a {@link Problem} when a variable is set to no port */
export function portFrom(env: Environment, variable: string, fallback: number): number {
  const text = env[variable] || String(fallback)
  const port = /^\d+$/.test(text) ? Number(text) : 0
  if (port < 1 || port > 65_535) throw new Problem(`${variable}=${text} is not a port (1 to 65535).`)
  return port
}
