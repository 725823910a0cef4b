import type { HealthCheck } from '~/contract/health.ts'
import { accountSettings } from '~/provider/accounts/settings.ts'
import { limitsOf } from '~/provider/api/limits.ts'
import { sign } from '~/provider/api/signature.ts'
import { measureImage } from '~/provider/documents/ask-reader.ts'
import { identitySettings } from '~/provider/identity/settings.ts'
import { memberObject } from '~/provider/member/stub.ts'
import { openImageModel } from '~/provider/models/images/index.ts'
import { modelNames, openModel } from '~/provider/models/index.ts'
import { openReranker } from '~/provider/models/reranker.ts'
import { openTranscription } from '~/provider/models/transcription.ts'
import { openVision } from '~/provider/models/vision.ts'
import { organizationObject } from '~/provider/organization/stub.ts'
import { libraryShard } from '~/provider/search/library.ts'
import { expectedMigrations } from './migrations.ts'

type Code = NonNullable<HealthCheck['code']>

export interface Check {
  /** Whether questions are not answered without it. */
  isNeeded: boolean
  /** What is told where it throws. */
  failure: Code
  /** Throws, or gives a code, where something is wrong; `off` where it is not configured, which is in order. */
  run: (env: Env) => Promise<Code | undefined>
}

type Look = (env: Env) => unknown

/** What has to answer. */
const answers = (look: Look): Check => ({ isNeeded: true, failure: 'no_answer', run: after(look, () => undefined) })
/** Settings that have to be there and to fit each other. */
const isSet = (look: Look): Check => ({ isNeeded: true, failure: 'misconfigured', run: after(look, () => undefined) })
/** What may be left out, though not set half: `open` gives undefined then. */
const mayBeSet = (open: Look): Check => ({
  isNeeded: false,
  failure: 'misconfigured',
  run: after(open, (opened) => (opened === undefined ? 'off' : undefined)),
})

const after = (look: Look, codeOf: (found: unknown) => Code | undefined) => async (env: Env) => codeOf(await look(env))

/**
 * The object of each class that is asked. It is nobody's, and has empty tables for ever: whoever asked one that is someone's would
 * have to know of it.
 */
const nobody = { key: 'health', object_key: 'health' }

/** Everything that the product needs, by the name that `GET /healthz` tells it under. None of it writes, and none costs more than a look. */
export const checks: Record<string, Check> = {
  database: answers(({ DB }) => DB.prepare('SELECT 1').run()),
  migrations: { isNeeded: true, failure: 'missing', run: requireMigrations },
  files: answers(({ FILES }) => FILES.head('health')),
  // Without it questions are answered, and files wait to be read.
  queue: { ...answers(({ JOBS }) => JOBS.metrics()), isNeeded: false },
  members: answers((env) => memberObject(env, nobody).countUnused('')),
  organizations: answers((env) => organizationObject(env, nobody.key).tally()),
  libraries: answers((env) => libraryShard(env, nobody).read([])),
  // Without it questions are answered, from the files that were read before.
  reader: { ...answers((env) => measureImage(env, new Uint8Array(), noPicture, 0)), isNeeded: false },
  signing_secret: isSet((env) => sign(env, 'health')),
  identity: isSet((env) => {
    identitySettings(env)
    if (!env.FIREBASE_API_KEY) throw new Error('FIREBASE_API_KEY is empty')
  }),
  limits: isSet(limitsOf),
  mail: mayBeSet(accountSettings),
  models: mayBeSet((env) => modelNames(env).map((name) => openModel(env, name))[0]),
  vision: mayBeSet(openVision),
  images: mayBeSet(openImageModel),
  transcription: mayBeSet(openTranscription),
  reranker: mayBeSet(openReranker),
  vectors: { isNeeded: false, failure: 'no_answer', run: requireVectors },
}

const noPicture = { name: '', mime_type: 'image/png' }

async function requireMigrations({ DB }: Env): Promise<undefined> {
  const { results } = await DB.prepare('SELECT name FROM d1_migrations').all<{ name: string }>()
  const applied = new Set(results.map(({ name }) => name))
  const missing = expectedMigrations.filter((name) => !applied.has(name))
  if (missing.length > 0) throw new Error(`not applied: ${missing.join(', ')}`)
}

/** Index and model need each other. */
async function requireVectors({ VECTORIZE, EMBEDDING_MODEL }: Env): Promise<Code | undefined> {
  if (!VECTORIZE && !EMBEDDING_MODEL) return 'off'
  if (!VECTORIZE || !EMBEDDING_MODEL) return 'misconfigured'
  await VECTORIZE.describe()
  return undefined
}
