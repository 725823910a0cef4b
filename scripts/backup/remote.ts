import { randomBytes } from 'node:crypto'
import type { Cloudflare } from '../deploy/cloudflare.ts'
import type { Deployment } from '../deploy/deployment.ts'
import { configure, wrangler } from '../deploy/wrangler.ts'
import { Problem } from '../local/problem.ts'
import { waitFor } from '../local/wait-for.ts'
import { type BackupWorker, backupWorker } from './client.ts'
import { backupConfiguration, backupName } from './worker.ts'

/** Milliseconds until a new address is known everywhere. */
const limit = 180_000

/**
 * Deploys the Worker of the backup beside a deployment, for whoever has a token that only this run knows. One that was left, since a run
 * was killed, is replaced.
 * @param address where it will be; an origin
 * @param cleanup receives what removes it
 */
export async function startRemoteWorker(
  deployment: Deployment,
  address: string,
  cleanup: AsyncDisposableStack,
): Promise<BackupWorker> {
  const { cloudflare, settings, suffix, prebuilt } = deployment
  const token = randomBytes(32).toString('base64url')
  const { LIBRARY_SHARD_BYTES } = settings.variables
  const configuration = backupConfiguration(prebuilt)
  const config = await configure(deployment, backupName, {
    ...configuration,
    vars: { ...configuration.vars, ...(LIBRARY_SHARD_BYTES && { LIBRARY_SHARD_BYTES }) },
  })
  const deploying = wrangler(
    deployment,
    ['deploy', `--config=${config}`, '--secrets-file=/dev/stdin'],
    JSON.stringify({ BACKUP_TOKEN: token }),
  )
  // Also one that is interrupted, or fails half-way, may leave it; and what is removed before it ends may come back.
  cleanup.defer(async () => {
    await deploying.catch(() => {})
    await remove(cloudflare, backupName + suffix)
  })
  await deploying
  const send = (path: string, init: RequestInit) =>
    fetch(address + path, { ...init, headers: { authorization: `Bearer ${token}` } })
  await waitFor(`${address} does not answer`, limit, async () => {
    const response = await send('/state', { method: 'POST', body: '{}' }).catch(() => undefined)
    await response?.body?.cancel()
    return response?.ok ?? false
  })
  return backupWorker(send)
}

async function remove(cloudflare: Cloudflare, name: string): Promise<void> {
  const path = `workers/scripts/${name}`
  try {
    if (await cloudflare.find(`${path}/settings`)) await cloudflare.call('DELETE', path)
  } catch (error) {
    throw new Problem(
      `The Worker ${name} could not be removed: ${(error as Error).message}\nNobody knows its token any more; remove it all the same: npx wrangler delete --name ${name}`,
      { cause: error },
    )
  }
}
