import { sql } from 'drizzle-orm'
import { integer, primaryKey, real, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import type { ApiKeysFor, Scope } from '~/contract/api-keys.ts'
import type { AgentType } from '~/contract/chat.ts'
import type { FileReason, FileSource, FileStatus } from '~/contract/files.ts'
import type { BucketType, MetricName } from '~/contract/metrics.ts'
import type { RetainedKind } from '~/contract/retention.ts'
import type { Language, Role } from '~/contract/users.ts'
import type { Site, SiteReason } from '~/contract/webpages.ts'

/** The tables of `migrations/`, as Drizzle knows them; the SQL there is the truth. `library_shards` belongs to search. */

const now = sql`(strftime('%Y-%m-%dT%H:%M:%fZ', 'now'))`
const id = () => integer().primaryKey({ autoIncrement: true })
const time = () => text().notNull().default(now)
/** The name of a Durable Object: random, so that no row that comes later, or again after a restore, is given another's. */
const objectKey = () =>
  text()
    .notNull()
    .default(sql`(lower(hex(randomblob(16))))`)

export const organizations = sqliteTable('organizations', {
  id: id(),
  name: text().notNull(),
  object_key: objectKey(),
  time_zone: text().notNull().default('Asia/Tokyo'),
  created_at: time(),
  api_keys_for: text().$type<ApiKeysFor>().notNull().default('members'),
})

export const groups = sqliteTable('groups', {
  id: id(),
  organization_id: integer().notNull(),
  name: text().notNull(),
  object_key: objectKey(),
  type: text().$type<'user' | 'organization'>().notNull(),
})

export const users = sqliteTable('users', {
  id: id(),
  organization_id: integer().notNull(),
  private_group_id: integer().notNull(),
  object_key: objectKey(),
  email: text().notNull(),
  uid: text(),
  role: text().$type<Role>().notNull().default('user'),
  language: text().$type<Language>().notNull().default('ja'),
  name: text(),
  picture: text(),
  deactivated_at: text(),
  held_at: text(),
  hold_reason: text(),
  created_at: time(),
  is_service: integer({ mode: 'boolean' }).notNull().default(false),
  instructions: text(),
  dismissed_notice: integer().notNull().default(0),
})

export const files = sqliteTable('files', {
  id: id(),
  organization_id: integer().notNull(),
  group_id: integer().notNull(),
  uploaded_by: integer(),
  object_key: text().notNull(),
  name: text().notNull(),
  type: text().$type<'image' | 'audio' | 'document'>().notNull(),
  mime_type: text().notNull(),
  size: integer().notNull(),
  source: text().$type<FileSource>().notNull(),
  status: text().$type<FileStatus>().notNull(),
  status_reason: text().$type<FileReason>(),
  page_count: integer(),
  shard_id: integer(),
  url: text(),
  description: text(),
  width: integer(),
  height: integer(),
  has_thumbnail: integer({ mode: 'boolean' }).notNull().default(false),
  upload_id: text(),
  requeued: integer().notNull().default(0),
  created_at: time(),
  updated_at: time(),
})

export const uploadParts = sqliteTable(
  'upload_parts',
  { file_id: integer().notNull(), number: integer().notNull(), etag: text().notNull(), size: integer().notNull() },
  (table) => [primaryKey({ columns: [table.file_id, table.number] })],
)

export const deletedAccounts = sqliteTable('deleted_accounts', { uid: text().primaryKey(), deleted_at: time() })

export const apiKeys = sqliteTable('api_keys', {
  id: id(),
  organization_id: integer().notNull(),
  user_id: integer().notNull(),
  name: text().notNull(),
  hash: text().notNull(),
  ending: text().notNull(),
  scopes: text({ mode: 'json' }).$type<Scope[]>().notNull(),
  created_at: time(),
  expires_at: text(),
  last_used_at: text(),
})

export const oauthClients = sqliteTable('oauth_clients', {
  id: text().primaryKey(),
  name: text().notNull(),
  redirect_uris: text({ mode: 'json' }).$type<string[]>().notNull(),
  network: text().notNull(),
  created_at: time(),
  allowed_at: text(),
})

export const oauthCodes = sqliteTable('oauth_codes', {
  hash: text().primaryKey(),
  client_id: text().notNull(),
  user_id: integer().notNull(),
  redirect_uri: text().notNull(),
  challenge: text().notNull(),
  scopes: text({ mode: 'json' }).$type<Scope[]>().notNull(),
  expires_at: text().notNull(),
  used_at: text(),
  api_key_id: integer(),
})

export const oauthGrants = sqliteTable('oauth_grants', {
  api_key_id: integer().primaryKey(),
  client_id: text().notNull(),
  refresh_hash: text().notNull(),
  used_hash: text(),
  expires_at: text().notNull(),
})

export const endedSessions = sqliteTable(
  'ended_sessions',
  { uid: text().notNull(), signed_in_at: integer().notNull(), ended_at: time() },
  (table) => [primaryKey({ columns: [table.uid, table.signed_in_at] })],
)

export const listBlocks = sqliteTable(
  'list_blocks',
  {
    list: text().notNull(),
    organization_id: integer().notNull(),
    block: integer().notNull(),
    rows: integer().notNull(),
  },
  (table) => [primaryKey({ columns: [table.list, table.organization_id, table.block] })],
)

export const fileMetrics = sqliteTable(
  'file_metrics',
  {
    organization_id: integer().notNull(),
    metric: text().$type<MetricName>().notNull(),
    bucket_type: text().$type<BucketType>().notNull(),
    bucket_id: text().notNull(),
    value: integer().notNull(),
  },
  (table) => [primaryKey({ columns: [table.organization_id, table.metric, table.bucket_type, table.bucket_id] })],
)

export const quotas = sqliteTable(
  'quotas',
  {
    organization_id: integer().notNull(),
    metric: text().$type<MetricName>().notNull(),
    bucket_type: text().$type<BucketType>().notNull(),
    quota: integer().notNull(),
  },
  (table) => [primaryKey({ columns: [table.organization_id, table.metric, table.bucket_type] })],
)

export const modelSettings = sqliteTable(
  'model_settings',
  {
    organization_id: integer().notNull(),
    name: text().notNull(),
    place: integer().notNull(),
    label: text(),
    is_hidden: integer({ mode: 'boolean' }).notNull().default(false),
    input_price: real(),
    output_price: real(),
    monthly_limit: real(),
  },
  (table) => [primaryKey({ columns: [table.organization_id, table.name] })],
)

export const retention = sqliteTable('retention', {
  organization_id: integer().primaryKey(),
  conversations: integer(),
  generated_files: integer(),
  audit_texts: integer(),
  changed_on: text().notNull(),
})

export const retentionRuns = sqliteTable(
  'retention_runs',
  {
    organization_id: integer().notNull(),
    day: text().notNull(),
    step: text().$type<RetainedKind | 'end'>().notNull().default('conversations'),
    position: integer().notNull().default(0),
    conversations: integer().notNull().default(0),
    files: integer().notNull().default(0),
    bytes: integer().notNull().default(0),
    texts: integer().notNull().default(0),
    failed: integer().notNull().default(0),
    started_at: time(),
    active_at: time(),
    ended_at: text(),
  },
  (table) => [primaryKey({ columns: [table.organization_id, table.day] })],
)

export const prompts = sqliteTable('prompts', {
  id: id(),
  organization_id: integer().notNull(),
  user_id: integer(),
  title: text().notNull(),
  text: text().notNull(),
  created_at: time(),
})

export const notices = sqliteTable('notices', {
  id: id(),
  organization_id: integer().notNull(),
  text_en: text(),
  text_ja: text(),
  ends_at: text().notNull(),
  created_at: time(),
})

export const blockedKeywords = sqliteTable('blocked_keywords', {
  id: id(),
  organization_id: integer().notNull(),
  keyword: text().notNull(),
  folded: text().notNull(),
  created_at: time(),
})

export const agents = sqliteTable('agents', {
  id: id(),
  organization_id: integer().notNull(),
  type: text().$type<AgentType>().notNull(),
  enabled: integer({ mode: 'boolean' }).notNull().default(true),
  properties: text({ mode: 'json' }).$type<{ rules?: string[] }>().notNull().default({}),
})

export const exports = sqliteTable('exports', {
  id: id(),
  organization_id: integer().notNull(),
  user_id: integer().notNull(),
  kind: text().$type<'users' | 'audits' | 'actions'>().notNull(),
  filter: text({ mode: 'json' }).$type<Record<string, string | number | undefined>>().notNull().default({}),
  language: text().$type<Language>().notNull(),
  expires_at: text().notNull(),
  opened_at: text(),
})

export const sites = sqliteTable('sites', {
  id: id(),
  organization_id: integer().notNull(),
  group_id: integer().notNull(),
  url: text().notNull(),
  status: text().$type<Site['status']>().notNull().default('pending'),
  status_reason: text().$type<SiteReason>(),
  max_pages: integer().notNull(),
  robots: text(),
  robots_expire_at: text(),
  step: integer().notNull().default(0),
  active_at: time(),
  deleted_at: text(),
  created_at: time(),
  crawled_at: text(),
  next_crawl_at: text(),
})

export const sitePages = sqliteTable(
  'site_pages',
  {
    site_id: integer().notNull(),
    url: text().notNull(),
    file_id: integer(),
    status: text().$type<'pending' | 'done' | 'failed' | 'gone' | 'disallowed'>().notNull().default('pending'),
    status_reason: text(),
    depth: integer().notNull().default(0),
    etag: text(),
    last_modified: text(),
    content_hash: text(),
    crawled_at: text(),
  },
  (table) => [primaryKey({ columns: [table.site_id, table.url] })],
)

export const crawledHosts = sqliteTable('crawled_hosts', { host: text().primaryKey(), free_at: text().notNull() })

export const owedJobs = sqliteTable('owed_jobs', { id: id(), job: text().notNull(), queued_at: time() })

export const owedActions = sqliteTable('owed_actions', {
  id: id(),
  source: text().notNull(),
  organization_id: integer().notNull(),
  user_id: integer().notNull(),
  user_email: text().notNull(),
  action: text().notNull(),
  target: text().notNull(),
  details: text().notNull(),
  idempotency_key: text(),
  api_key: text(),
  created_at: time(),
  delivered_at: text(),
})
