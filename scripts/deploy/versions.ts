import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../local/packages.ts'
import type { Cloudflare } from './cloudflare.ts'

/** A version of a Worker. */
export interface Version {
  id: string
  /** That we gave it, empty where somebody made it by hand: what it is made of, and behind a point what secrets it was given. */
  tag: string
  /** The run of `npm run deploy` that made it, as {@link releaseMessage} names it; empty where somebody made it by hand. */
  release: string
  /** The latest change of its objects' classes, beyond which the platform does not go back. */
  migrationTag: string
}

/** A version that was put in use. */
export interface Deployed extends Version {
  /** When, in ISO 8601. */
  at: string
}

interface Deployments {
  deployments: { created_on: string; versions: { version_id: string; percentage: number }[] }[]
}

interface Found {
  annotations?: { 'workers/tag'?: string; 'workers/message'?: string }
  resources?: { script_runtime?: { migration_tag?: string } }
}

const prefix = 'release '

/** What a version of a run says of itself. */
export const releaseMessage = (release: string): string => prefix + release

/** What is deployed of a Worker; undefined where nothing is. */
export async function deployedVersion(cloudflare: Cloudflare, script: string): Promise<Version | undefined> {
  const [latest] = await deploymentsOf(cloudflare, script)
  return latest && versionOf(cloudflare, script, latest.id)
}

/**
 * What was in use of a Worker, the present version first, then what was before its first deployment: rolled back to, a version is where
 * it was, so that going back again goes one further.
 */
export async function historyOf(cloudflare: Cloudflare, script: string): Promise<Deployed[]> {
  const deployments = await deploymentsOf(cloudflare, script)
  const begin = deployments.findLastIndex(({ id }) => id === deployments[0]?.id)
  return Promise.all(
    deployments
      .slice(Math.max(begin, 0))
      .map(async ({ id, at }) => ({ ...(await versionOf(cloudflare, script, id)), at })),
  )
}

/** Puts a version in use, for everybody; objects that are at work go over as after a deployment. */
export async function deployVersion(
  cloudflare: Cloudflare,
  script: string,
  { version, message }: { version: string; message: string },
): Promise<void> {
  // Forced: otherwise a version is refused since when a secret has changed. The plan has said so.
  await cloudflare.call('POST', `workers/scripts/${script}/deployments?force=true`, {
    strategy: 'percentage',
    versions: [{ version_id: version, percentage: 100 }],
    annotations: { 'workers/message': message },
    code_update_strategy: { mode: 'deferred', max_delay: maxDelay() },
  })
}

/** Seconds until an object goes over to a new version that is still at work, as `wrangler.toml` has it. */
const maxDelay = () => Number(/max_delay = (\d+)/.exec(readFileSync(join(root, 'wrangler.toml'), 'utf8'))?.[1] ?? 300)

/** The latest first. */
async function deploymentsOf(cloudflare: Cloudflare, script: string): Promise<{ id: string; at: string }[]> {
  const found = await cloudflare.find<Deployments>(`workers/scripts/${script}/deployments`)
  return (found?.deployments ?? []).flatMap(({ created_on: at, versions }) =>
    versions.slice(0, 1).map(({ version_id: id }) => ({ id, at })),
  )
}

async function versionOf(cloudflare: Cloudflare, script: string, id: string): Promise<Version> {
  const found = await cloudflare.find<Found>(`workers/scripts/${script}/versions/${id}`)
  const { 'workers/tag': tag = '', 'workers/message': message = '' } = found?.annotations ?? {}
  return {
    id,
    tag,
    release: message.startsWith(prefix) ? message.slice(prefix.length) : '',
    migrationTag: found?.resources?.script_runtime?.migration_tag ?? '',
  }
}
