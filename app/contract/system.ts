import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { type ErrorCode, errorStatus } from './errors.ts'
import { HealthCheck } from './health.ts'

/** `unknown`: nothing is known of it yet, as of a model that nobody has needed. */
export const SystemState = z.enum(['ok', 'warning', 'error', 'unknown'])
export type SystemState = z.infer<typeof SystemState>

/** What a configured model is for; `answers`: texts of every kind, those in pictures too. */
export const ModelPurpose = z.enum(['answers', 'embeddings', 'reranker', 'transcription', 'images'])
export type ModelPurpose = z.infer<typeof ModelPurpose>

const Time = z.string()
const Count = z.number().int()
const Code = z.enum(Object.keys(errorStatus) as [ErrorCode, ...ErrorCode[]])
const Coded = z.object({ code: Code, count: Count })

export const SystemModel = z.object({
  purpose: ModelPurpose,
  name: z.string(),
  state: SystemState,
  succeeded_at: Time.nullable(),
  /** The latest failure, and its code. */
  failed_at: Time.nullable(),
  code: Code.nullable(),
  /** Since when no call has succeeded; null where the last one did. */
  failing_since: Time.nullable(),
})
export type SystemModel = z.infer<typeof SystemModel>

export const SystemQuestions = z.object({
  state: SystemState,
  asked: Count,
  /** Answers that failed, and questions that were refused, by code. */
  failed: z.array(Coded),
  refused: z.array(Coded),
  /** Failed calls of models, by model and code. */
  model_errors: z.array(Coded.extend({ model: z.string() })),
  /** Milliseconds until the first word in which half, and 95 %, of the answers had begun, rounded up; null where there were none. */
  first_word: z.object({ half: Count, most: Count }).nullable(),
})
export type SystemQuestions = z.infer<typeof SystemQuestions>

export const SystemProcessing = z.object({
  state: SystemState,
  /** Files that wait to be read, and since when the oldest does. */
  waiting: Count,
  oldest_at: Time.nullable(),
  failed: Count,
  /** All jobs of the installation; null where the platform does not tell. */
  queue: z.object({ waiting: Count, oldest_at: Time.nullable() }).nullable(),
  /** When the hourly work has ended last. */
  swept_at: Time.nullable(),
})
export type SystemProcessing = z.infer<typeof SystemProcessing>

/** What something takes of what it may, in bytes; `limit` null where there is none. */
export const SystemStore = z.object({
  name: z.enum(['files', 'directory', 'audits']),
  state: SystemState,
  bytes: Count,
  limit: Count.nullable(),
})
export type SystemStore = z.infer<typeof SystemStore>

export const System = z.object({
  checked_at: Time,
  version: z.string(),
  /** The parts of `GET /healthz` that do not work. */
  broken: z.array(HealthCheck.extend({ name: z.string() })),
  models: z.array(SystemModel),
  questions: SystemQuestions,
  processing: SystemProcessing,
  stores: z.array(SystemStore),
  /** Objects that hold the index of the organisation's files. */
  shards: Count,
})
export type System = z.infer<typeof System>

export const getSystem = endpoint({
  method: 'get',
  path: '/v1/system',
  access: 'admin',
  scope: 'admin:read',
  summary:
    'How models, questions of the last 24 hours, processing and storage are: of the caller’s organisation, where a part is not all organisations’.',
  output: System,
})
