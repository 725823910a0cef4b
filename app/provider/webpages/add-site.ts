import { and, eq, sql } from 'drizzle-orm'
import type { ParsedOf } from '~/contract/endpoint.ts'
import { ApiError } from '~/contract/errors.ts'
import type { addSite as endpoint, Site } from '~/contract/webpages.ts'
import { withIdempotencyKey } from '~/provider/objects/idempotency-key.ts'
import type { Call } from '~/provider/api/serve.ts'
import { changeRecorded, recordedBefore } from '~/provider/audits/owed-actions.ts'
import { groups, sites } from '~/provider/db/index.ts'
import { pageAddress } from './page-address.ts'
import { queueForSite } from './queue-for-site.ts'
import { findSite } from './site.ts'

/**
 * Gives a site to be crawled. Whether it can be reached turns out then; only what can never be is refused at once.
 * @throws ApiError `already_exists` for an address that is there, `invalid_request` for our own or one with credentials
 */
export async function addSite({ body }: ParsedOf<typeof endpoint>, call: Call): Promise<Site> {
  const url = pageAddress(body.url)
  if (url === undefined) throw invalid('url: not the address of a page')
  if (new URL(url).host === new URL(call.request.url).host) throw invalid('url: a site of its own')
  return withIdempotencyKey(call, 'addSite', JSON.stringify([url, body.max_pages]), () =>
    add(url, body.max_pages, call),
  )
}

async function add(url: string, maxPages: number, call: Call): Promise<Site> {
  const { env, db, member } = call
  const insertion = db
    .insert(sites)
    .values({
      organization_id: member.organizationId,
      group_id: await organizationGroup(call),
      url,
      max_pages: maxPages,
    })
    .onConflictDoNothing()
    .returning({ id: sites.id, step: sites.step })
  const details = sql<string>`json_object('site_id', last_insert_rowid(), 'max_pages', json(${String(maxPages)}))`
  const [[added]] = await changeRecorded(call, [insertion], { action: 'site_added', target: url, details })
  if (!added) {
    const before = await recordedBefore(call)
    if (!before) throw new ApiError('already_exists', { entity: 'site' })
    return findSite(db, member, Number(before.site_id))
  }
  await queueForSite(env, { kind: 'crawl_site', site_id: added.id, step: added.step })
  return findSite(db, member, added.id)
}

/** The group that all members read. */
async function organizationGroup({ db, member }: Call): Promise<number> {
  const group = await db
    .select({ id: groups.id })
    .from(groups)
    .where(and(eq(groups.organization_id, member.organizationId), eq(groups.type, 'organization')))
    .orderBy(groups.id)
    .limit(1)
    .get()
  if (!group) throw new ApiError('does_not_exist', { entity: 'group' })
  return group.id
}

const invalid = (message: string) => new ApiError('invalid_request', undefined, { message })
