import type { DocumentPage } from '~/provider/documents/document.ts'
import { allPages } from '~/provider/documents/stored-pages.ts'
import { sourceOf } from '~/provider/chat/audit-request.ts'
import { memberObject } from '~/provider/member/stub.ts'
import type { Place } from '~/provider/objects/dump.ts'
import type { Kept } from '~/provider/objects/stored-object.ts'
import { organizationObject } from '~/provider/organization/stub.ts'
import { type IndexedFile, indexFile } from '~/provider/search/index-file.ts'
import { begin, type Described, end, list, type Upload, type Written } from './bytes.ts'
import { type Home, homeOf } from './homes.ts'

/** Names the backup that is being restored, in the bucket for as long as that takes. */
const markerKey = 'restoring'

/** What a product has, as far as it matters before a restore. */
export interface State {
  /** Those that the directory has had. */
  migrations: string[]
  organizations: number
  hasBytes: boolean
  /** The backup that is being restored. */
  restoring: string | null
}

/**
 * What is asked of the Worker of a backup: JSON there and back. Each call takes some seconds at most, and may be repeated: whoever
 * asks goes on with the next.
 */
export const calls = {
  async state(env: Env): Promise<State> {
    const [{ results: migrations }, { results: organizations }] = (await env.DB.batch([
      env.DB.prepare('SELECT name FROM d1_migrations ORDER BY id'),
      env.DB.prepare('SELECT count(*) AS count FROM organizations'),
    ])) as [D1Result<{ name: string }>, D1Result<{ count: number }>]
    const [marker, { objects }] = await Promise.all([env.FILES.get(markerKey), env.FILES.list({ limit: 2 })])
    return {
      migrations: migrations.map(({ name }) => name),
      organizations: organizations[0]!.count,
      hasBytes: objects.some(({ key }) => key !== markerKey),
      restoring: (await marker?.text()) ?? null,
    }
  },

  dump: (env: Env, { home, place }: { home: Home; place?: Place | undefined }) => homeOf(env, home).dump(place),
  load: async (env: Env, { home, kept }: { home: Home; kept: Kept }) => ({ left: await homeOf(env, home).load(kept) }),
  countRows: (env: Env, { home }: { home: Home }) => homeOf(env, home).countRows(),

  list: (env: Env, { prefix, cursor }: { prefix: string; cursor?: string | undefined }) =>
    list(env.FILES, prefix, cursor),
  async head(env: Env, { key }: { key: string }): Promise<{ size: number | undefined }> {
    return { size: (await env.FILES.head(key))?.size }
  },
  begin: (env: Env, object: Written) => begin(env.FILES, object),
  end: async (env: Env, upload: Upload & { parts?: R2UploadedPart[] | undefined }) =>
    void (await end(env.FILES, upload)),

  /** Notes which backup is being restored, or that none is any more. */
  async mark(env: Env, { backup }: { backup: string | undefined }): Promise<void> {
    if (backup) await env.FILES.put(markerKey, backup)
    else await env.FILES.delete(markerKey)
  },

  /** Makes a file's passages findable, from the text of its pages. */
  async index(env: Env, { id }: { id: number }): Promise<{ pages: number }> {
    const file = await env.DB.prepare('SELECT id, group_id, name, source, object_key FROM files WHERE id = ?')
      .bind(id)
      .first<IndexedFile & { object_key: string }>()
    const pages: DocumentPage[] = file ? await allPages(env.FILES, file) : []
    if (file && pages.length > 0) await indexFile(env, file, pages)
    return { pages: pages.length }
  },

  /** Lets a member's object do what it owes and what waits in it. */
  async resumeMember(env: Env, { id, key, organization }: { id: number; key: string; organization: string }) {
    const sources = sourceOf(id, 0).slice(0, -1)
    await memberObject(env, { key }).resume(await organizationObject(env, organization).lastIds(id, sources))
  },
  resumeOrganization: (env: Env, { key }: { key: string }) => organizationObject(env, key).resume(),
}

export type Calls = typeof calls
export type { Described, Home, Written }
