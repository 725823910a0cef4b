import type { ModelPurpose, System, SystemModel, SystemProcessing, SystemStore } from '~/contract/system.ts'
import type { Call } from '~/provider/api/serve.ts'
import { imageModelName } from '~/provider/models/images/index.ts'
import { modelNames } from '~/provider/models/index.ts'
import { openReranker } from '~/provider/models/reranker.ts'
import { callObject } from '~/provider/objects/call.ts'
import type { Measured } from '~/provider/organization/measures.ts'
import { organizationObject } from '~/provider/organization/stub.ts'
import { openVectors } from '~/provider/search/vectors.ts'
import { currentHealth } from './check-health.ts'
import { firstWordWithin, modelState, processingState, questionsState, storeState } from './states.ts'

/** Bytes that a database may have: D1, and the SQLite of an object. */
const databaseLimit = 10_000_000_000

/** How the product is, for an admin: what their organisation uses, and what is broken for all. */
export async function systemOf({ env, member: { organizationId, organizationKey } }: Call): Promise<System> {
  const [health, measured, directory, queue] = await Promise.all([
    currentHealth(env),
    callObject(() => organizationObject(env, organizationKey).measured()),
    readDirectory(env, organizationId),
    queueOf(env),
  ])
  const at = Date.now()
  const { bytes, stored, quota, shards, ...files } = directory
  const processing = { ...files, queue }
  const stores: Omit<SystemStore, 'state'>[] = [
    { name: 'files', bytes: stored, limit: quota },
    { name: 'directory', bytes, limit: databaseLimit },
    { name: 'audits', bytes: measured.bytes, limit: databaseLimit },
  ]
  return {
    checked_at: new Date(at).toISOString(),
    version: health.version,
    broken: Object.entries(health.checks).flatMap(([name, check]) => (check.ok ? [] : [{ name, ...check }])),
    models: modelsOf(env, measured, at),
    questions: questionsOf(measured),
    processing: { ...processing, state: processingState(processing, at) },
    stores: stores.map((store) => ({ ...store, state: storeState(store) })),
    shards,
  }
}

/** Every model that is configured, with what its last calls for this organisation showed. */
function modelsOf(env: Env, { models }: Measured, at: number): SystemModel[] {
  const configured: Record<ModelPurpose, (string | undefined)[]> = {
    answers: modelNames(env),
    embeddings: [openVectors(env) && env.EMBEDDING_MODEL],
    reranker: [openReranker(env) && env.RERANK_MODEL],
    transcription: [env.TRANSCRIPTION_MODEL],
    images: [imageModelName(env)],
  }
  return (Object.entries(configured) as [ModelPurpose, (string | undefined)[]][]).flatMap(([purpose, names]) =>
    names
      .filter((name) => name !== undefined && name !== '')
      .map((name): SystemModel => {
        const known = models.find((one) => one.purpose === purpose && one.model === name)
        const { succeeded_at = null, failed_at = null, code = null, failing_since = null } = known ?? {}
        const model = { purpose, name: name!, succeeded_at, failed_at, code, failing_since }
        return { ...model, state: modelState(model, at) }
      }),
  )
}

function questionsOf({ questions, failed, refused, modelErrors, firstWords }: Measured): System['questions'] {
  const [half, most] = [firstWordWithin(firstWords, 0.5), firstWordWithin(firstWords, 0.95)]
  return {
    state: questionsState(
      questions,
      failed.reduce((sum, { count }) => sum + count, 0),
    ),
    asked: questions,
    failed,
    refused,
    model_errors: modelErrors,
    first_word: half === null || most === null ? null : { half, most },
  }
}

/** What the directory says, in one trip: of files at work no more rows are looked at than the sweeper does. */
async function readDirectory({ DB }: Env, organizationId: number) {
  const since = new Date(Date.now() - 24 * 60 * 60 * 1000).toISOString()
  const statements = [
    `SELECT count(*) AS waiting, min(updated_at) AS oldest_at FROM
       (SELECT organization_id, updated_at, status FROM files INDEXED BY unfinished_files
        WHERE status IN ('uploading', 'pending') ORDER BY updated_at LIMIT 10000)
     WHERE organization_id = ?1 AND status = 'pending'`,
    `SELECT count(*) AS failed FROM files INDEXED BY failed_files
     WHERE organization_id = ?1 AND status = 'failed' AND updated_at > '${since}'`,
    `SELECT coalesce((
       SELECT value FROM file_metrics WHERE organization_id = ?1 AND metric = 'stored_bytes' AND bucket_type = 'day'
       ORDER BY bucket_id DESC LIMIT 1), 0) AS stored,
       (SELECT min(quota) FROM quotas WHERE organization_id = ?1 AND metric = 'stored_bytes') AS quota`,
    `SELECT count(*) AS shards FROM groups JOIN library_shards ON library_shards.group_id = groups.id
     WHERE groups.organization_id = ?1`,
    'SELECT max(ended_at) AS swept_at FROM sweeps WHERE ?1 > 0',
  ]
  const results = await DB.batch<Record<string, string | number | null>>(
    statements.map((statement) => DB.prepare(statement).bind(organizationId)),
  )
  const found = Object.assign({}, ...results.map(({ results: [row] }) => row)) as Pick<
    SystemProcessing,
    'waiting' | 'oldest_at' | 'failed' | 'swept_at'
  > & { stored: number; quota: number | null; shards: number }
  return { ...found, bytes: results[0]!.meta.size_after ?? 0 }
}

/** The queue of the whole installation; null where it does not tell, as locally. */
async function queueOf({ JOBS }: Env): Promise<SystemProcessing['queue']> {
  try {
    const { backlogCount, oldestMessageTimestamp } = await JOBS.metrics()
    return { waiting: backlogCount, oldest_at: oldestMessageTimestamp?.toISOString() ?? null }
  } catch {
    return null
  }
}
