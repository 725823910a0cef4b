import { randomUUID } from 'node:crypto'
import { DatabaseSync } from 'node:sqlite'
import { type Account, type Binding, deploy, type Deployed, newWorker, Refused, type Worker } from './account.ts'
import { runAll, type Sql } from './d1.ts'

/** What the calls below send, all of it together. */
interface Body extends Sql, Metadata {
  batch?: Sql[]
  name: string
  primary_location_hint?: string
  locationHint?: string
  rules: unknown[]
  queue_name: string
  script_name: string
  type: string
  settings: unknown
  dead_letter_queue?: string
  body: unknown
  config: unknown
  propertyName: string
  enabled: boolean
  previews_enabled: boolean
  versions: Deployed['versions']
}

/** @returns the result of a call, or why there is none */
type Handle = (words: string[], request: { body: Body; query: URLSearchParams }) => unknown

interface Metadata {
  bindings: Binding[]
  annotations?: Record<string, string>
  migrations?: { new_tag: string }
}

/** The calls that a deployment makes, Wrangler's among them: `*` stands for a word of the path. */
export const routesOf = ({ databases, buckets, queues, indexes, workers }: Account): [string, Handle][] => {
  const databaseOf = (id: string) => [...databases.values()].find(({ uuid }) => uuid === id)
  const shown = ([name, { uuid, created_at }]: [string, { uuid: string; created_at: string }]) => ({
    name,
    uuid,
    created_at,
    version: 'production',
  })
  const queueOf = (id: string) => [...queues.values()].find(({ queue_id }) => queue_id === id)!
  const noWorker = new Refused(404, 10007, 'This Worker does not exist on your account.')

  function store(name: string, { bindings, annotations = {}, migrations }: Metadata) {
    const worker: Worker = workers.get(name) ?? newWorker()
    const before = worker.versions.at(-1)?.bindings
    // What is inherited is as the version before has it.
    const bound = bindings.map((one) =>
      one.type === 'inherit' ? (before?.find(({ name }) => name === one.name) ?? one) : one,
    )
    for (const binding of bound) {
      if (binding.type === 'secret_text') worker.secrets.set(binding.name, binding.text as string)
      const refusal = refusalOf(binding, worker)
      if (refusal) return new Refused(400, 10021, refusal)
    }
    worker.migrationTag = migrations?.new_tag ?? worker.migrationTag
    const number = [...workers.values()].reduce((count, { versions }) => count + versions.length, 0)
    const resources = { script_runtime: { migration_tag: worker.migrationTag } }
    const version = { id: randomUUID(), number, annotations, bindings: bound, resources }
    worker.versions.push(version)
    workers.set(name, worker)
    return version
  }

  /** What a version is bound to has to be there. */
  function refusalOf({ type, name, ...binding }: Binding, worker: Worker): string | undefined {
    if (type === 'd1' && !databaseOf(binding.id as string)) return `binding ${name} of type d1 must have a valid id`
    if (type === 'r2_bucket' && !buckets.has(binding.bucket_name as string)) return `bucket of ${name} not found`
    if (type === 'queue' && !queues.has(binding.queue_name as string)) return `queue of ${name} not found`
    if (type === 'service' && !workers.has(binding.service as string)) return `service of ${name} not found`
    if (type === 'vectorize' && !indexes.has(binding.index_name as string)) return `index of ${name} not found`
    if (type === 'durable_object_namespace' && binding.script_name && !workers.has(binding.script_name as string))
      return `script of ${name} not found`
    if (type === 'inherit' && !worker.secrets.has(name)) return `inherit binding '${name}' is invalid`
    return undefined
  }

  return [
    [
      'GET d1/database',
      (_, { query }) => [...databases].map(shown).filter(({ name }) => name.includes(query.get('name') ?? '')),
    ],
    [
      'GET d1/database/*',
      ([id]) =>
        [...databases].map(shown).find(({ uuid, name }) => uuid === id || name === id) ??
        new Refused(404, 7404, 'The database was not found'),
    ],
    [
      'POST d1/database',
      (_, { body: { name, primary_location_hint: location } }) => {
        if (databases.has(name)) return new Refused(400, 7502, `A database with that name exists: ${name}`)
        const database = {
          uuid: randomUUID(),
          created_at: '2026-11-23',
          location,
          sqlite: new DatabaseSync(':memory:'),
        }
        databases.set(name, database)
        return shown([name, database])
      },
    ],
    ['POST d1/database/*/query', ([id], { body }) => runAll(databaseOf(id!)!.sqlite, body)],

    [
      'GET r2/buckets/*',
      ([name]) => buckets.get(name!) ?? new Refused(404, 10006, 'The specified bucket does not exist.'),
    ],
    ['POST r2/buckets', (_, { body: { name, locationHint: location } }) => void buckets.set(name, { name, location })],
    [
      'GET r2/buckets/*/cors',
      ([name]) => {
        const rules = buckets.get(name!)?.rules
        return rules ? { rules } : new Refused(404, 10059, 'The CORS configuration does not exist.')
      },
    ],
    ['PUT r2/buckets/*/cors', ([name], { body }) => void (buckets.get(name!)!.rules = body.rules)],

    ['GET queues', (_, { query }) => query.getAll('name').flatMap((name) => queues.get(name) ?? [])],
    [
      'POST queues',
      (_, { body: { queue_name } }) =>
        void queues.set(queue_name, { queue_id: randomUUID(), queue_name, consumers: [], messages: [] }),
    ],
    ['GET queues/*/consumers', ([id]) => queueOf(id!).consumers],
    [
      'POST queues/*/consumers',
      ([id], { body: { type, script_name: script, settings, dead_letter_queue } }) =>
        void queueOf(id!).consumers.push({ consumer_id: randomUUID(), type, script, settings, dead_letter_queue }),
    ],
    [
      'PUT queues/*/consumers/*',
      ([id, consumerId], { body: { settings, dead_letter_queue } }) =>
        void Object.assign(
          queueOf(id!).consumers.find(({ consumer_id }) => consumer_id === consumerId)!,
          {
            settings,
            dead_letter_queue,
          },
        ),
    ],
    ['POST queues/*/messages', ([id], { body }) => void queueOf(id!).messages.push(body.body)],

    [
      'GET vectorize/v2/indexes/*',
      ([name]) => indexes.get(name!) ?? new Refused(404, 3000, 'vectorize.index.not_found'),
    ],
    [
      'POST vectorize/v2/indexes',
      (_, { body }) => void indexes.set(body.name, { config: body.config, properties: [] }),
    ],
    [
      'POST vectorize/v2/indexes/*/metadata_index/create',
      ([name], { body }) => void indexes.get(name!)!.properties.push(body.propertyName),
    ],

    ['GET workers/subdomain', () => ({ subdomain: 'example' })],
    [
      'GET workers/services/*',
      ([name]) => {
        const worker = workers.get(name!)
        if (!worker) return new Refused(404, 10090, 'This service does not exist on your account.')
        const script = {
          id: name,
          tag: name,
          tags: [],
          last_deployed_from: 'wrangler',
          migration_tag: worker.migrationTag,
        }
        return { id: name, default_environment: { environment: 'production', script } }
      },
    ],
    ['GET workers/scripts/*/settings', ([name]) => workers.get(name!)?.versions.at(-1) ?? noWorker],
    ['GET workers/scripts/*/secrets', ([name]) => secretsOf(workers.get(name!)) ?? noWorker],
    [
      'GET workers/scripts/*/deployments',
      ([name]) => {
        const worker = workers.get(name!)
        return worker ? { deployments: worker.deployments } : noWorker
      },
    ],
    ['POST workers/scripts/*/deployments', ([name], { body }) => deploy(workers, name!, body.versions)],
    [
      'GET workers/scripts/*/versions/*',
      ([name, id]) => workers.get(name!)?.versions.find((one) => one.id === id) ?? noWorker,
    ],
    [
      'PUT workers/scripts/*',
      ([name], { body }) => {
        const version = store(name!, body)
        if (version instanceof Refused) return version
        deploy(workers, name!, [{ version_id: version.id, percentage: 100 }])
        return { id: name, etag: 'etag', startup_time_ms: 10, deployment_id: version.id.replaceAll('-', '') }
      },
    ],
    [
      'POST workers/scripts/*/versions',
      ([name], { body }) => {
        const version = store(name!, body)
        return version instanceof Refused
          ? version
          : { id: version.id, startup_time_ms: 10, resources: { script: { etag: 'etag' } } }
      },
    ],
    ['DELETE workers/scripts/*', ([name]) => (workers.delete(name!) ? null : noWorker)],
    ['PATCH workers/scripts/*/script-settings', () => ({})],
    ['POST workers/scripts/*/assets-upload-session', () => ({ jwt: 'token', buckets: [] })],
    [
      'GET workers/workers/*',
      ([name]) => ({ id: name, subdomain: { enabled: workers.get(name!)!.isPublic, previews_enabled: false } }),
    ],
    [
      'GET workers/scripts/*/subdomain',
      ([name]) => ({ enabled: workers.get(name!)!.isPublic, previews_enabled: false }),
    ],
    [
      'POST workers/scripts/*/subdomain',
      ([name], { body }) => {
        workers.get(name!)!.isPublic = body.enabled
        return { enabled: body.enabled, previews_enabled: body.previews_enabled }
      },
    ],
    ['PUT workers/scripts/*/schedules', ([name], { body }) => void (workers.get(name!)!.crons = body)],
  ]
}

const secretsOf = (worker: Worker | undefined) =>
  worker && [...worker.secrets.keys()].map((name) => ({ name, type: 'secret_text' }))
