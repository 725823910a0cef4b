import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { IdParams, OrganizationQuery, Page, paged, Time } from './shared.ts'

/** Words that questions and names of files must not contain. */
export const BlockedKeyword = z.object({ id: z.number().int(), keyword: z.string(), created_at: Time })
export type BlockedKeyword = z.infer<typeof BlockedKeyword>

export const listKeywords = endpoint({
  method: 'get',
  path: '/v1/blocked-keywords',
  access: 'admin',
  scope: 'admin:read',
  summary: "The organisation's blocked keywords, the latest first; `keyword` finds those that contain it.",
  query: OrganizationQuery.extend({ page: Page, keyword: z.string().max(200).optional() }),
  output: paged(BlockedKeyword),
})

export const addKeyword = endpoint({
  method: 'post',
  path: '/v1/blocked-keywords',
  access: 'admin',
  summary: 'Blocks a keyword; one that says the same after folding is `already_exists`.',
  body: OrganizationQuery.extend({ keyword: z.string().trim().min(1).max(200) }),
  output: BlockedKeyword,
})

export const deleteKeyword = endpoint({
  method: 'delete',
  path: '/v1/blocked-keywords/{id}',
  access: 'admin',
  summary: 'Allows a keyword again.',
  params: IdParams,
  output: 'nothing',
})
