import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { IdParams, Page, paged, Time } from './shared.ts'

/**
 * What is kept for a time. `conversations` counts from their last question, `generated_files` from the answer that made them,
 * `audit_texts` (what was asked and answered, in the audits) from the end of the answer.
 */
export const retainedKinds = ['conversations', 'generated_files', 'audit_texts'] as const
export const RetainedKind = z.enum(retainedKinds)
export type RetainedKind = z.infer<typeof RetainedKind>

/** Days that something is kept. */
export const Days = z.number().int().min(1).max(36_500)

/** For how many days each kind is kept; null for ever. */
export const RetentionPeriods = z.record(RetainedKind, Days.nullable())
export type RetentionPeriods = z.infer<typeof RetentionPeriods>

/** What was erased on one day. */
export const RetentionRun = z.object({
  /** In the organisation's time zone. */
  day: z.iso.date(),
  started_at: Time,
  /** None while it runs. */
  ended_at: Time.nullable(),
  conversations: z.number().int(),
  files: z.number().int(),
  /** Of the files. */
  bytes: z.number().int(),
  texts: z.number().int(),
  /** Members and files of which something could not be erased; the next run tries again. */
  failed: z.number().int(),
})
export type RetentionRun = z.infer<typeof RetentionRun>

export const Retention = z.object({
  periods: RetentionPeriods,
  /** The day from which the latest change holds; none where it does already. */
  effective_on: z.iso.date().nullable(),
  /** The latest; none where nothing was ever to be erased. */
  last_run: RetentionRun.nullable(),
})
export type Retention = z.infer<typeof Retention>

/** A part of what a period would erase today; the parts add up. */
export const RetentionPreview = z.object({
  /** What would go, and whose bytes, of files. */
  count: z.number().int(),
  bytes: z.number().int(),
  /** What would go but for holds. */
  held: z.number().int(),
  /** When the oldest was last used or made. */
  oldest: Time.nullable(),
  /** How many members were looked at, and of how many: conversations are with each member. */
  looked_at: z.number().int(),
  members: z.number().int(),
  /** What to ask for as `after` to get the next part; none after the last. */
  next: z.number().int().nullable(),
})
export type RetentionPreview = z.infer<typeof RetentionPreview>

/** A user of whose things nothing is erased, and who cannot be deleted. */
export const Hold = z.object({
  user_id: z.number().int(),
  user_email: z.string(),
  reason: z.string(),
  held_at: Time,
})
export type Hold = z.infer<typeof Hold>

/** Why a user is held: a case, a date. */
export const HoldReason = z.string().trim().min(1).max(500)

/** Users of an organisation who can be held at once. */
export const maxHolds = 1000

export const getRetention = endpoint({
  method: 'get',
  path: '/v1/retention',
  access: 'admin',
  scope: 'admin:read',
  summary: 'For how long what members made is kept, and what was erased last.',
  output: Retention,
})

export const setRetention = endpoint({
  method: 'put',
  path: '/v1/retention',
  access: 'admin',
  summary: 'Sets for how many days each kind is kept, null for ever. It holds from the next day on.',
  body: RetentionPeriods,
  output: Retention,
})

export const previewRetention = endpoint({
  method: 'get',
  path: '/v1/retention/preview',
  access: 'admin',
  scope: 'admin:read',
  summary: 'What a period would erase today, in parts that add up.',
  query: z.object({
    kind: RetainedKind,
    days: z.coerce.number().pipe(Days),
    /** `next` of the part before. */
    after: z.coerce.number().int().min(0).default(0),
  }),
  output: RetentionPreview,
})

export const listHolds = endpoint({
  method: 'get',
  path: '/v1/holds',
  access: 'admin',
  scope: 'admin:read',
  summary: 'Users of whose things nothing is erased, the latest first.',
  query: z.object({ page: Page }),
  output: paged(Hold),
})

export const holdUser = endpoint({
  method: 'put',
  path: '/v1/users/{id}/hold',
  access: 'admin',
  summary:
    'Keeps all that a user has made, whatever the periods say, and refuses to delete the user; or gives another reason.',
  params: IdParams,
  body: z.object({ reason: HoldReason }),
  output: Hold,
})

export const releaseUser = endpoint({
  method: 'delete',
  path: '/v1/users/{id}/hold',
  access: 'admin',
  summary: 'Ends a hold: the next run erases what is older than the periods.',
  params: IdParams,
  output: 'nothing',
})
