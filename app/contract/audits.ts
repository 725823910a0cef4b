import { z } from 'zod'
import { AgentType, Attachment, Reference } from './chat.ts'
import { Feedback } from './conversations.ts'
import { endpoint } from './endpoint.ts'
import { Download, Id, IdParams, OrganizationQuery, Page, paged, SignedNumber, Time } from './shared.ts'

/** How a request ended. `cancelled` was stopped by its user, `blocked` was refused before any model saw it. */
export const AuditStatus = z.enum(['completed', 'failed', 'cancelled', 'blocked'])
export type AuditStatus = z.infer<typeof AuditStatus>

/** A chat request as it is kept for good, whatever becomes of its conversation and its user; its text, as long as the organisation wants. */
export const Audit = z.object({
  id: z.number().int(),
  user_id: z.number().int(),
  user_email: z.string(),
  /** The name of the key that a program asked with; null where a person did. */
  api_key: z.string().nullable(),
  /** None where a first question was refused. */
  conversation_id: z.number().int().nullable(),
  status: AuditStatus,
  error_code: z.string().nullable(),
  pipeline: AgentType,
  /** Seconds. */
  execution_time: z.number(),
  model: z.string().nullable(),
  /** As the model's service reported them; none where it was asked but did not. The built-in answerer takes 0. */
  input_tokens: z.number().int().nullable(),
  output_tokens: z.number().int().nullable(),
  /** What its user thinks of the answer as of now; it may change at any time, and no hash covers it. */
  feedback: Feedback,
  /** When the request ended. */
  created_at: Time,
})
export type Audit = z.infer<typeof Audit>

/** An audit with what was asked and answered. */
export const AuditDetails = Audit.extend({
  question: z.string(),
  answer: z.string(),
  files: z.array(Attachment),
  references: z.array(Reference),
  /** The member's own instructions that went along with the question; null where none did. */
  instructions: z.string().nullable(),
  /** When question, answer, files and references were erased, since they were kept for as long as the organisation wants. */
  text_erased_at: Time.nullable(),
  /** Its link of the organisation's chain: place, the hash before it and its own (SHA-256, hex). */
  seq: z.number().int(),
  previous_hash: z.string(),
  hash: z.string(),
})
export type AuditDetails = z.infer<typeof AuditDetails>

/** What an admin can do that is recorded; and, at the end, what is erased when its time has come, by nobody. */
export const AdminActionType = z.enum([
  'user_invited',
  'user_invited_again',
  'user_role_changed',
  'user_deleted',
  'user_deactivated',
  'user_activated',
  'users_imported',
  'users_exported',
  'audits_exported',
  'actions_exported',
  'audits_verified',
  'keyword_added',
  'keyword_deleted',
  'prompt_added',
  'prompt_changed',
  'prompt_deleted',
  'notice_added',
  'notice_deleted',
  'agent_changed',
  'quota_changed',
  'models_changed',
  'site_added',
  'site_deleted',
  'retention_changed',
  'user_held',
  'user_released',
  'private_file_read',
  'service_account_added',
  'api_key_created',
  'api_key_revoked',
  'api_key_policy_changed',
  'program_allowed',
  'conversations_erased',
  'files_erased',
  'texts_erased',
])
export type AdminActionType = z.infer<typeof AdminActionType>

/** What an admin did, in the same chain as the audits. */
export const AdminAction = z.object({
  id: z.number().int(),
  /** 0, and no address, where nobody did it: its time had come. */
  user_id: z.number().int(),
  user_email: z.string(),
  /** The name of the key that a program did it with; null where a person did. */
  api_key: z.string().nullable(),
  action: AdminActionType,
  /** Whom or what it was done to: an address, a keyword, an agent's type. */
  target: z.string(),
  details: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])),
  created_at: Time,
})
export type AdminAction = z.infer<typeof AdminAction>

/**
 * What is wrong with a chain. `seq` is the row, or the first row of the segment, that it was found at.
 * - `row_missing`, `row_altered`: this row, or of the altered ones the one before it
 * - `row_rewritten`: it is not as it was when its segment was sealed
 * - `text_missing`, `text_altered`: what was asked and answered
 * - `text_not_erased`: it is still there, although the chain tells that it was erased
 * - `segment_missing`, `segment_altered`: a thousand texts or fewer, in the object storage
 * - `counts_differ`: there are more rows or fewer than were counted, or erased texts than erasures tell
 */
export const VerificationProblem = z.object({
  code: z.enum([
    'row_missing',
    'row_altered',
    'row_rewritten',
    'text_missing',
    'text_altered',
    'text_not_erased',
    'segment_missing',
    'segment_altered',
    'counts_differ',
  ]),
  seq: z.number().int(),
})
export type VerificationProblem = z.infer<typeof VerificationProblem>

/** An erasure that the chain tells of, for which texts are rightly missing. */
export const Erasure = z.object({
  /** The row that tells of it. */
  seq: z.number().int(),
  created_at: Time,
  /** How many texts were erased. */
  texts: z.number().int(),
  /** All that were recorded before this moment went, but for those of held users. */
  before: Time,
})
export type Erasure = z.infer<typeof Erasure>

/**
 * What the verification of a chain says, one event after the other: how far it is, each problem, each erasure, and at the end how many
 * problems there were, how many texts were erased, and the hash of the last row, with which a copy elsewhere can be compared.
 */
export const VerificationEvent = z.discriminatedUnion('type', [
  z.object({ type: z.literal('progress'), rows: z.number().int(), total: z.number().int() }),
  VerificationProblem.extend({ type: z.literal('problem') }),
  Erasure.extend({ type: z.literal('erasure') }),
  z.object({
    type: z.literal('end'),
    rows: z.number().int(),
    head: z.string(),
    problems: z.number().int(),
    erased: z.number().int(),
  }),
])
export type VerificationEvent = z.infer<typeof VerificationEvent>

/** Days in the organisation's time zone, or moments; `created_at_le` as a day counts to its end. */
const Interval = z.object({
  created_at_ge: z.union([z.iso.date(), Time]).optional(),
  created_at_le: z.union([z.iso.date(), Time]).optional(),
})

const Of = z.object({ user_id: Id.optional(), conversation_id: Id.optional() })

/** Only answers of which somebody thinks so. */
const Opinion = z.object({ feedback: z.enum(['good', 'bad']).optional() })

/** How many answers of an agent are thought good, and bad. */
export const FeedbackCount = z.object({ pipeline: AgentType, good: z.number().int(), bad: z.number().int() })
export type FeedbackCount = z.infer<typeof FeedbackCount>

export const listAudits = endpoint({
  method: 'get',
  path: '/v1/audits',
  access: 'admin',
  scope: 'admin:read',
  summary: "The organisation's chat requests, the latest first.",
  query: OrganizationQuery.extend({ page: Page, ...Interval.shape, ...Of.shape, ...Opinion.shape }),
  output: paged(Audit),
})

export const getAudit = endpoint({
  method: 'get',
  path: '/v1/audits/{id}',
  access: 'admin',
  scope: 'admin:read',
  summary: 'One chat request with its question and answer.',
  params: IdParams,
  output: AuditDetails,
})

export const exportAudits = endpoint({
  method: 'get',
  path: '/web/v1/audits/csv',
  access: 'admin',
  scope: 'admin:read',
  summary: 'An address that downloads the chat requests as CSV.',
  query: z.object({
    start_date: z.iso.date().optional(),
    end_date: z.iso.date().optional(),
    ...Of.shape,
    ...Opinion.shape,
  }),
  output: Download,
})

export const countFeedback = endpoint({
  method: 'get',
  path: '/v1/feedback',
  access: 'admin',
  scope: 'admin:read',
  summary: 'How many answers of each agent are thought good, and bad.',
  query: OrganizationQuery.extend({ ...Interval.shape, ...Of.shape }),
  output: z.object({ data: z.array(FeedbackCount) }),
})

export const listActions = endpoint({
  method: 'get',
  path: '/v1/actions',
  access: 'admin',
  scope: 'admin:read',
  summary: 'What admins did, the latest first.',
  query: OrganizationQuery.extend({ page: Page, ...Interval.shape, user_id: Id.optional() }),
  output: paged(AdminAction),
})

export const exportActions = endpoint({
  method: 'get',
  path: '/web/v1/actions/csv',
  access: 'admin',
  scope: 'admin:read',
  summary: 'An address that downloads what admins did as CSV.',
  query: z.object({ start_date: z.iso.date().optional(), end_date: z.iso.date().optional(), user_id: Id.optional() }),
  output: Download,
})

export const verifyAudits = endpoint({
  method: 'get',
  path: '/v1/organizations/{organization_id}/audits/verification',
  access: 'admin',
  scope: 'admin:read',
  summary: "Looks at every row of the organisation's audits. Each event's data is a VerificationEvent.",
  params: z.object({ organization_id: Id }),
  output: 'stream',
})

export const openExport = endpoint({
  method: 'get',
  path: '/v1/exports/{id}',
  access: 'signature',
  summary: 'Downloads an export, once.',
  params: IdParams,
  query: z.object({ expires: SignedNumber, signature: z.string() }),
  output: 'bytes',
})
