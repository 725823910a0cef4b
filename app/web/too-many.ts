import type { ApiError } from '~/contract/errors.ts'
import { m } from '~/paraglide/messages'

export const isServerFunction = ({ url }: Request): boolean => new URL(url).pathname.startsWith('/_serverFn/')

/** What a page is answered, in its reader's language, to an address that has made too many calls: nothing has been read for it. */
export const answerTooMany = ({ status, info }: ApiError): Response =>
  new Response(m.error_rate_limited(), {
    status,
    headers: { 'content-type': 'text/plain; charset=utf-8', 'retry-after': String(info?.retry_after) },
  })
