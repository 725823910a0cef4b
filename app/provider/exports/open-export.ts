import { and, eq, exists, gt, isNull, sql } from 'drizzle-orm'
import type { openExport as endpoint } from '~/contract/audits.ts'
import type { ParsedOf } from '~/contract/endpoint.ts'
import { ApiError } from '~/contract/errors.ts'
import type { OpenCall } from '~/provider/api/serve.ts'
import { isSigned } from '~/provider/api/signature.ts'
import { textStream } from '~/provider/api/text-stream.ts'
import { type Database, exports, now, organizations, users } from '~/provider/db/index.ts'
import { grantOf } from './create-export.ts'
import { byteOrderMark, csvLines } from './csv.ts'
import { dayIn } from '~/provider/time/buckets.ts'
import type { ExportSource, ExportSources, Organization } from './source.ts'

/**
 * Downloads an export. Its first bytes do not wait for the rows, and its rows are read as they are taken.
 *
 * @throws ApiError `operation_not_authorized`, the same for an address that is forged, expired or opened before, and when
 *   whoever asked for it is no admin any more, or was deactivated
 */
export async function openExport(
  { params: { id }, query: { expires, signature } }: ParsedOf<typeof endpoint>,
  { env, db, request }: OpenCall,
  sources: ExportSources,
): Promise<Response> {
  // Who only asks for the headers, as programs do that look at a link, has not opened it.
  const isLook = request.method === 'HEAD'
  const open = isLook ? find : claim
  const opened = (await isSigned(env, grantOf(id, expires), signature)) ? await open(db, id) : undefined
  if (!opened) throw new ApiError('operation_not_authorized')
  const { kind, language, organization_id } = opened
  const source = sources[kind]
  const organization = await organizationOf(db, organization_id)
  const name = `${source.name(language)}_${dayIn(organization.timeZone, new Date())}.csv`
  const body = isLook ? null : textStream(linesOf({ env, db }, source, opened, organization), 'export_failed')
  return new Response(body, {
    headers: {
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': `attachment; filename="${kind}.csv"; filename*=UTF-8''${encodeURIComponent(name)}`,
      'cache-control': 'private, no-store',
    },
  })
}

type ExportRow = typeof exports.$inferSelect

/** That it may be opened: for the first time, in time, and for who is still an admin. */
function isOpenable(db: Database, id: number) {
  const admin = db
    .select({ one: sql`1` })
    .from(users)
    .where(
      and(
        eq(users.id, exports.user_id),
        eq(users.organization_id, exports.organization_id),
        eq(users.role, 'admin'),
        isNull(users.deactivated_at),
      ),
    )
  return and(eq(exports.id, id), isNull(exports.opened_at), gt(exports.expires_at, now()), exists(admin))
}

const find = (db: Database, id: number): Promise<ExportRow | undefined> =>
  db.select().from(exports).where(isOpenable(db, id)).get()

/** Opens it in one statement, so that of two calls at once only one gets it. */
const claim = (db: Database, id: number): Promise<ExportRow | undefined> =>
  db.update(exports).set({ opened_at: now() }).where(isOpenable(db, id)).returning().get()

async function organizationOf(db: Database, organizationId: number): Promise<Organization> {
  const row = await db
    .select({ organizationKey: organizations.object_key, timeZone: organizations.time_zone })
    .from(organizations)
    .where(eq(organizations.id, organizationId))
    .get()
  if (!row) throw new Error('the organisation is gone')
  return { organizationId, ...row }
}

async function* linesOf(
  from: { env: Env; db: Database },
  source: ExportSource,
  { language, filter }: ExportRow,
  organization: Organization,
): AsyncGenerator<string> {
  yield byteOrderMark + csvLines([source.header(language, organization.timeZone)])
  for await (const rows of source.batches({ ...from, language }, organization, filter)) yield csvLines(rows)
}
