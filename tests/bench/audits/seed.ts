import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { build } from 'esbuild'
import { root } from '../../../scripts/local/packages.ts'
import { objectFile } from '../object-file.ts'
import { type Database, execute } from '../product.ts'
import type { Chain } from './write-chain.ts'

type Organization = Chain['organization']

/** An organisation with one admin. */
export async function seed(database: Database, { id, key }: Organization, email: string): Promise<void> {
  const group = id * 2 - 1
  await execute(database, [
    `INSERT INTO organizations (id, name, object_key) VALUES (${id}, '${email}', '${key}')`,
    `INSERT INTO groups (id, organization_id, name, type) VALUES
       (${group}, ${id}, 'Everybody', 'organization'), (${group + 1}, ${id}, 'Private', 'user')`,
    `INSERT INTO users (organization_id, private_group_id, email, role, language)
       VALUES (${id}, ${group + 1}, '${email}', 'admin', 'en')`,
  ])
}

/**
 * Writes its chain of so many requests while no product runs in `state`: the files themselves, in a process of its own. By the object
 * it would take hours.
 */
export async function writeChain(state: string, organization: Organization, rows: number): Promise<void> {
  // Beside the packages that it needs.
  const script = join(root, 'node_modules/.cache/write-chain.mjs')
  await build({
    entryPoints: [join(import.meta.dirname, 'write-chain.ts')],
    outfile: script,
    bundle: true,
    platform: 'node',
    format: 'esm',
    packages: 'external',
    tsconfig: join(root, 'tsconfig.json'),
    logLevel: 'error',
  })
  const writer = fork(script)
  const chain: Chain = { state, file: objectFile(state, 'OrganizationObject', organization.key), organization, rows }
  writer.send(chain)
  const [code] = (await once(writer, 'exit')) as [number]
  if (code !== 0) throw new Error(`the chain was not written: ${code}`)
}
