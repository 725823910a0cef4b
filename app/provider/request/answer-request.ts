import { readRest } from '~/encoding/read-rest.ts'
import { withRequestId } from '../log/log.ts'
import { countedObjects } from './counted-objects.ts'
import { DirectorySession } from './directory-session.ts'
import { Trips } from './trips.ts'

const bookmarkHeader = 'x-d1-bookmark'
const bookmarkCookie = 'd1_bookmark'
/** Seconds in which every replica has long caught up. */
const bookmarkAge = 300

/**
 * Surrounds the answer to one request, a page's or the API's. It gets a name for the log (`x-request-id`); reads of the
 * directory may come from a replica, but never from one that does not know yet what the caller has just changed: a
 * browser carries the bookmark for that in a cookie, another program in the header `x-d1-bookmark`; and its trips are
 * counted (`Server-Timing`). No type of it is guessed, and over HTTPS it is asked for over HTTPS from then on.
 *
 * @param respond answers by these bindings, which are the request's own
 */
export async function answerRequest(
  request: Request,
  env: Env,
  respond: (env: Env) => Response | Promise<Response>,
): Promise<Response> {
  const id = idOf(request)
  const trips = new Trips()
  const directory = new DirectorySession(env.DB, bookmarkOf(request), trips)
  const response = await withRequestId(id, async () =>
    respond({ ...env, ...countedObjects(env, trips), DB: directory.binding() }),
  )
  await readRest(request)
  const headers = new Headers(response.headers)
  headers.set('x-request-id', id)
  headers.set('x-content-type-options', 'nosniff')
  if (request.url.startsWith('https:')) headers.set('strict-transport-security', 'max-age=31536000')
  headers.append('server-timing', String(trips))
  const { bookmark } = directory
  if (bookmark) {
    headers.set(bookmarkHeader, bookmark)
    // After a mere read the cookie stays: that of a change, which another request has made meanwhile, may be in it.
    if (directory.wrote) headers.append('set-cookie', cookieOf(bookmark, request.url))
  }
  return new Response(response.body, { status: response.status, statusText: response.statusText, headers })
}

/** Cloudflare's name for the request, which its own log has as well; else a random one. */
function idOf(request: Request): string {
  const ray = request.headers.get('cf-ray')
  return ray && /^[\w-]{1,64}$/.test(ray) ? ray : crypto.randomUUID()
}

const bookmarkOf = ({ headers }: Request) =>
  headers.get(bookmarkHeader) ??
  new RegExp(`(?:^|;\\s*)${bookmarkCookie}=([^;]*)`).exec(headers.get('cookie') ?? '')?.[1]

const cookieOf = (bookmark: string, url: string) =>
  `${bookmarkCookie}=${bookmark}; Path=/; Max-Age=${bookmarkAge}; HttpOnly; SameSite=Lax${url.startsWith('https:') ? '; Secure' : ''}`
