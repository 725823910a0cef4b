import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../local/packages.ts'

/** The name of the Worker that exists only while a backup is made or restored. */
export const backupName = 'recursive-agent-backup'

/** What the front is bound to, as its build says. */
interface Built {
  name: string
  compatibility_date: string
  vars: Record<string, string>
  d1_databases: { binding: string; database_name: string }[]
  r2_buckets: { binding: string; bucket_name: string }[]
  durable_objects: { bindings: { name: string; class_name: string }[] }
}

/**
 * Its configuration: bound to the database, the bucket and the objects of the front, and to nothing else. Wrangler bundles it.
 * @param dist of the build
 */
export function backupConfiguration(dist = join(root, 'dist')) {
  const built = JSON.parse(readFileSync(join(dist, 'server/wrangler.json'), 'utf8')) as Built
  const { name, compatibility_date, vars, d1_databases, r2_buckets, durable_objects } = built
  return {
    name: backupName,
    main: join(root, 'app/backup.ts'),
    compatibility_date,
    compatibility_flags: ['nodejs_compat'],
    vars: { LIBRARY_SHARD_BYTES: vars.LIBRARY_SHARD_BYTES! },
    d1_databases,
    r2_buckets,
    durable_objects: { bindings: durable_objects.bindings.map((one) => ({ ...one, script_name: name })) },
    workers_dev: true,
    preview_urls: false,
    limits: { cpu_ms: 300_000 },
    // Its addresses name files, in their query strings.
    observability: { enabled: true, redact_query_string: true },
  }
}
