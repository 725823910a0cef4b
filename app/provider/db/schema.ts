import { sql } from 'drizzle-orm'
import { integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import type { AgentType, Attachment, Reference } from '~/contract/chat.ts'
import type { AnswerStatus, Feedback } from '~/contract/conversations.ts'
import type { FileReason, FileSource, FileStatus } from '~/contract/files.ts'
import type { Language, Role } from '~/contract/users.ts'

/** The tables of `migrations/`, as Drizzle knows them; the SQL there is the truth. `pages` and `passages` belong to search. */

const now = sql`(strftime('%Y-%m-%dT%H:%M:%fZ', 'now'))`
const id = () => integer().primaryKey({ autoIncrement: true })
const time = () => text().notNull().default(now)

export const organizations = sqliteTable('organizations', {
  id: id(),
  name: text().notNull(),
  time_zone: text().notNull().default('Asia/Tokyo'),
  created_at: time(),
})

export const groups = sqliteTable('groups', {
  id: id(),
  organization_id: integer().notNull(),
  name: text().notNull(),
  type: text().$type<'user' | 'organization'>().notNull(),
})

export const users = sqliteTable('users', {
  id: id(),
  organization_id: integer().notNull(),
  private_group_id: integer().notNull(),
  email: text().notNull(),
  uid: text(),
  role: text().$type<Role>().notNull().default('user'),
  language: text().$type<Language>().notNull().default('ja'),
  name: text(),
  picture: text(),
  created_at: time(),
})

export const conversations = sqliteTable('conversations', {
  id: id(),
  user_id: integer().notNull(),
  title: text().notNull(),
  pipeline: text().$type<AgentType>().notNull(),
  favorite: integer({ mode: 'boolean' }).notNull().default(false),
  created_at: time(),
  updated_at: time(),
})

export const entries = sqliteTable('entries', {
  id: id(),
  conversation_id: integer().notNull(),
  kind: text().$type<'question' | 'answer'>().notNull(),
  user_prompt: text(),
  selected_pipeline: text().$type<AgentType>(),
  selected_model: text(),
  attachments: text({ mode: 'json' }).$type<Attachment[]>().notNull().default([]),
  question_id: integer(),
  response: text(),
  response_pipeline: text().$type<AgentType>(),
  response_model: text(),
  refs: text({ mode: 'json' }).$type<Reference[]>().notNull().default([]),
  feedback: text().$type<Feedback>().notNull().default('unknown'),
  status: text().$type<AnswerStatus>(),
  error_code: text(),
  input_tokens: integer(),
  output_tokens: integer(),
  created_at: time(),
  updated_at: time(),
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

export const pages = sqliteTable(
  'pages',
  { file_id: integer().notNull(), page: integer().notNull(), text: text().notNull() },
  (table) => [primaryKey({ columns: [table.file_id, table.page] })],
)

export const idempotentCalls = sqliteTable(
  'idempotent_calls',
  {
    user_id: integer().notNull(),
    key: text().notNull(),
    endpoint: text().notNull(),
    fingerprint: text().notNull(),
    answer: text(),
    created_at: time(),
  },
  (table) => [primaryKey({ columns: [table.user_id, table.key] })],
)
