import { closeSync, mkdirSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { writeWhole } from '../local/data-dir.ts'
import { quietEnv } from '../local/environment.ts'
import { binOf, root } from '../local/packages.ts'
import { Problem } from '../local/problem.ts'
import { runNode } from '../local/run.ts'
import { remedyOf } from './cloudflare.ts'
import type { Deployment } from './deployment.ts'
import { findDatabase } from './resources.ts'

interface Named {
  [key: string]: unknown
}

/** The parts of Wrangler's configuration that name something of an environment's own. */
export interface Configuration extends Named {
  name?: string
  vars?: Record<string, string>
  d1_databases?: (Named & { database_name: string })[]
  r2_buckets?: (Named & { bucket_name: string })[]
  vectorize?: (Named & { index_name: string })[]
  services?: (Named & { service: string })[]
  queues?: { producers?: (Named & { queue: string })[]; consumers?: (Named & { queue: string })[] }
  durable_objects?: { bindings: (Named & { script_name?: string })[] }
}

/** The same configuration with an environment's own names, and its database's id. */
export function namedFor(configuration: Configuration, suffix: string, databaseId: string): Configuration {
  const own = (name: string | undefined) => name && name + suffix
  const { d1_databases, r2_buckets, vectorize, services, queues, durable_objects } = configuration
  return {
    ...configuration,
    name: own(configuration.name),
    d1_databases: d1_databases?.map((one) => ({
      ...one,
      database_name: one.database_name + suffix,
      database_id: databaseId,
    })),
    r2_buckets: r2_buckets?.map((one) => ({ ...one, bucket_name: one.bucket_name + suffix })),
    vectorize: vectorize?.map((one) => ({ ...one, index_name: one.index_name + suffix })),
    services: services?.map((one) => ({ ...one, service: one.service + suffix })),
    queues: {
      producers: queues?.producers?.map((one) => ({ ...one, queue: one.queue + suffix })),
      consumers: queues?.consumers?.map((one) => ({
        ...one,
        queue: one.queue + suffix,
        dead_letter_queue: own(one.dead_letter_queue as string | undefined),
      })),
    },
    durable_objects: {
      bindings: (durable_objects?.bindings ?? []).map((one) => ({ ...one, script_name: own(one.script_name) })),
    },
  }
}

/**
 * Writes a configuration of Wrangler for this deployment.
 * @returns its path
 */
export async function configure(deployment: Deployment, name: string, configuration: Configuration): Promise<string> {
  const { directory, suffix, cloudflare } = deployment
  const path = join(directory, `${name}.json`)
  const named = namedFor(configuration, suffix, (await findDatabase(deployment)) ?? '')
  mkdirSync(directory, { recursive: true })
  writeWhole(path, JSON.stringify({ ...named, account_id: cloudflare.account.id }, null, 2))
  return path
}

/**
 * Runs Wrangler, which asks nobody anything.
 * @param input what it reads from `/dev/stdin`
 * @throws a {@link Problem} with its output
 */
export async function wrangler(deployment: Deployment, args: string[], input = ''): Promise<string> {
  const { id } = deployment.cloudflare.account
  const stdin = unseen(input)
  try {
    const env = quietEnv({ CLOUDFLARE_ACCOUNT_ID: id })
    const { code, output } = await runNode(binOf('wrangler'), args, { cwd: root, env, stdin })
    if (code !== 0) throw new Problem(`Wrangler says:\n${output.trim()}${remedyOf(code ?? 0, output, id)}`)
    return output
  } finally {
    closeSync(stdin)
  }
}

/** A text to be read from a descriptor that no name leads to: secrets are in no file. */
function unseen(text: string): number {
  const directory = mkdtempSync(join(tmpdir(), 'deploy-'))
  const descriptor = openSync(join(directory, 'input'), 'wx+', 0o600)
  rmSync(directory, { recursive: true })
  // At a position, so that whoever reads begins at the beginning.
  writeSync(descriptor, text, 0)
  return descriptor
}
