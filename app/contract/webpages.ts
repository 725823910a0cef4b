import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { IdParams, OrganizationQuery, Page, paged, Time } from './shared.ts'

/** A page that was crawled, or could not be. */
export const Webpage = z.object({
  /** The file that holds its text. */
  id: z.number().int(),
  name: z.string(),
  url: z.string(),
  status: z.enum(['uploading', 'pending', 'done', 'failed']),
  status_reason: z.string().nullable(),
  source_type: z.literal('integration'),
  /** When it was last fetched. */
  crawled_at: Time.nullable(),
  created_at: Time,
})
export type Webpage = z.infer<typeof Webpage>

/** Why a site or a page could not be crawled; the screens look it up under `site_reason_{reason}`. */
export const SiteReason = z.enum(['unreachable', 'disallowed', 'forbidden_address', 'no_pages', 'unexpected'])
export type SiteReason = z.infer<typeof SiteReason>

/** A site that is crawled again and again. */
export const Site = z.object({
  id: z.number().int(),
  url: z.string(),
  status: z.enum(['pending', 'crawling', 'done', 'failed']),
  status_reason: SiteReason.nullable(),
  max_pages: z.number().int(),
  /** Pages that are indexed, and addresses still to be fetched. */
  pages: z.number().int(),
  waiting: z.number().int(),
  created_at: Time,
  crawled_at: Time.nullable(),
  next_crawl_at: Time.nullable(),
})
export type Site = z.infer<typeof Site>

export const listWebpages = endpoint({
  method: 'get',
  path: '/v1/files',
  access: 'member',
  scope: 'files:read',
  summary: "The organisation's crawled pages, the latest first; `name` finds those whose title or address contains it.",
  query: OrganizationQuery.extend({
    page: Page,
    page_size: z.coerce.number().int().min(1).max(100).default(20),
    name: z.string().max(200).optional(),
    source_type: z.literal('integration').default('integration'),
  }),
  output: paged(Webpage),
})

export const listSites = endpoint({
  method: 'get',
  path: '/v1/webpages',
  access: 'admin',
  scope: 'admin:read',
  summary: "The organisation's sites.",
  output: z.object({ data: z.array(Site) }),
})

export const addSite = endpoint({
  method: 'post',
  path: '/v1/webpages',
  access: 'admin',
  summary: 'Gives a site to be crawled: the page at `url`, and what it leads to on the same host.',
  body: OrganizationQuery.extend({
    url: z.url({ protocol: /^https?$/ }).max(2000),
    max_pages: z.number().int().min(1).max(10_000).default(500),
  }),
  output: Site,
})

export const crawlSite = endpoint({
  method: 'post',
  path: '/v1/webpages/{id}/crawl',
  access: 'admin',
  summary: 'Crawls a site again now.',
  params: IdParams,
  output: Site,
})

export const deleteSite = endpoint({
  method: 'delete',
  path: '/v1/webpages/{id}',
  access: 'admin',
  summary: 'Forgets a site with its pages.',
  params: IdParams,
  output: 'nothing',
})
