import { eq } from 'drizzle-orm'
import type { ParsedOf } from '~/contract/endpoint.ts'
import { ApiError } from '~/contract/errors.ts'
import type { getBytes as endpoint } from '~/contract/files.ts'
import type { OpenCall } from '~/provider/api/serve.ts'
import { files } from '~/provider/db/index.ts'
import { byteRange } from './byte-range.ts'
import { contentDisposition } from './content-disposition.ts'
import { requireGrant } from './presigned-urls.ts'

/**
 * A file's bytes, or the range of them that is asked for, to whoever holds a signed address.
 * @throws ApiError `operation_not_authorized` for an expired or forged address, `does_not_exist` for a deleted file
 */
export async function download(
  { params, query }: ParsedOf<typeof endpoint>,
  { env, db, request }: OpenCall,
): Promise<Response> {
  const { expires, disposition, 'response-content-type': contentType, signature } = query
  const grant = { method: 'GET', fileId: params.id, disposition, contentType } as const
  await requireGrant(env, grant, { expires, signature })

  const file = await db.select().from(files).where(eq(files.id, params.id)).get()
  if (!file) throw gone()
  const headers = new Headers({
    'accept-ranges': 'bytes',
    'cache-control': 'private, max-age=300',
    'content-disposition': contentDisposition(disposition, file.name),
    'content-type': contentType,
    etag: etagOf(file.id),
  })

  if (request.method === 'HEAD') {
    if (!(await env.FILES.head(file.object_key))) throw gone()
    headers.set('content-length', String(file.size))
    return new Response(null, { headers })
  }

  const range = mayRange(request, file.id) ? byteRange(request.headers.get('range'), file.size) : undefined
  if (range === 'unsatisfiable') {
    return new Response(null, { status: 416, headers: { 'content-range': `bytes */${file.size}` } })
  }
  const object = await env.FILES.get(file.object_key, range && { range })
  if (!object) throw gone()
  headers.set('content-length', String(range?.length ?? file.size))
  if (!range) return new Response(object.body, { headers })
  headers.set('content-range', `bytes ${range.offset}-${range.offset + range.length - 1}/${file.size}`)
  return new Response(object.body, { status: 206, headers })
}

const gone = () => new ApiError('does_not_exist', { entity: 'file' })

/** The bytes of an id never change, and no id is given twice. */
const etagOf = (fileId: number) => `"${fileId}"`

/** Whoever continues another file's bytes gets this one from the beginning (RFC 9110, 13.1.5). */
function mayRange({ headers }: Request, fileId: number): boolean {
  const condition = headers.get('if-range')
  return condition === null || condition === etagOf(fileId)
}
