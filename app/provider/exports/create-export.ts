import type { Call } from '~/provider/api/serve.ts'
import { sign } from '~/provider/api/signature.ts'
import { exports } from '~/provider/db/index.ts'
import type { ExportFilter, ExportKind } from './source.ts'

/** Milliseconds that an address is good for. */
const validity = 5 * 60 * 1000

/** An address that downloads rows of the member's organisation as CSV: once, within five minutes, without a token. */
export async function createExport(
  { env, db, member, request }: Call,
  kind: ExportKind,
  filter: ExportFilter,
): Promise<{ download_url: string }> {
  const end = Date.now() + validity
  const [created] = await db
    .insert(exports)
    .values({
      organization_id: member.organizationId,
      user_id: member.id,
      kind,
      filter,
      language: member.language,
      expires_at: new Date(end).toISOString(),
    })
    .returning({ id: exports.id })
  const id = created!.id
  const expires = Math.floor(end / 1000)
  const address = new URL(`/v1/exports/${id}`, request.url)
  address.search = new URLSearchParams({
    expires: String(expires),
    signature: await sign(env, grantOf(id, expires)),
  }).toString()
  return { download_url: address.href }
}

/**
 * What the address of an export is signed for. `v1` names this very layout, in which no other address is signed.
 * @param expires seconds since 1970
 */
export const grantOf = (id: number, expires: number) => ['v1', 'EXPORT', id, expires].join('\n')
