import { env } from 'cloudflare:workers'
import { expect, vi } from 'vitest'
import type { Site, Webpage } from '~/contract/webpages.ts'
import type { SitePages, SiteRequest } from '../../sites-server.ts'
import { deliver, heldQueue } from './files.ts'
import type { Caller } from './callers.ts'

const realFetch = globalThis.fetch
/** What the Worker under test talks to besides the web: the resolver and the key set. */
const ours = [env.TEST_SITES_URL, env.AUTH_JWKS_URL]

/**
 * Leads every request of the crawler to the server of sites, which is told whose it is; nothing reaches the web.
 */
export function serveTheWeb() {
  vi.spyOn(globalThis, 'fetch').mockImplementation((input, init) => {
    const url = new URL(input instanceof Request ? input.url : String(input))
    if (ours.some((address) => url.origin === new URL(address).origin)) return realFetch(input, init)
    const headers = new Headers(init?.headers)
    headers.set('x-site', url.host)
    return realFetch(env.TEST_SITES_URL + url.pathname + url.search, { ...init, headers })
  })
}

/** Gives a site its pages. */
export async function putSite(host: string, pages: SitePages): Promise<void> {
  await control(`sites/${host}`, pages)
}

/** Gives a name its addresses, `{ A: ['10.0.0.1'] }`. */
export const putName = (name: string, records: Record<string, string[]>) => control(`names/${name}`, records)

const control = (path: string, body: unknown) =>
  realFetch(`${env.TEST_SITES_URL}/_/${path}`, { method: 'PUT', body: JSON.stringify(body) })

export async function requestsOf(host: string): Promise<SiteRequest[]> {
  return (await realFetch(`${env.TEST_SITES_URL}/_/sites/${host}`)).json()
}

export const pathsOf = async (host: string) => (await requestsOf(host)).map(({ path }) => path)

/** A queue and a resolver of our own. */
export function crawlVariables() {
  const { jobs, JOBS } = heldQueue()
  return { jobs, variables: { JOBS, DNS_RESOLVER_URL: `${env.TEST_SITES_URL}/_/dns-query` } as Partial<Env> }
}

/** Has an admin give a site; its crawl waits in `jobs`. */
export async function addSite(admin: Caller, url: string, variables: Partial<Env>, max_pages = 50): Promise<Site> {
  const response = await admin('/v1/webpages', { method: 'POST', json: { url, max_pages }, variables })
  expect(response.status).toBe(200)
  return response.json()
}

/** Does all that waits, as if the pauses between two requests were over, until nothing does. */
export async function work({ jobs, variables }: ReturnType<typeof crawlVariables>): Promise<void> {
  for (let job = jobs.shift(); job; job = jobs.shift()) {
    await env.DB.prepare('DELETE FROM crawled_hosts').run()
    expect(await deliver(job, { variables })).toMatchObject({ acknowledged: true, retried: false })
  }
}

/** Gives a site and crawls it to its end. */
export async function crawl(admin: Caller, url: string, max_pages?: number): Promise<Site> {
  const crawling = crawlVariables()
  const { id } = await addSite(admin, url, crawling.variables, max_pages)
  await work(crawling)
  return siteOf(admin, id)
}

/** Crawls a site again to its end. */
export async function crawlAgain(admin: Caller, id: number): Promise<Site> {
  const crawling = crawlVariables()
  const response = await admin(`/v1/webpages/${id}/crawl`, { method: 'POST', variables: crawling.variables })
  expect(response.status).toBe(200)
  await work(crawling)
  return siteOf(admin, id)
}

export async function siteOf(admin: Caller, id: number): Promise<Site> {
  const { data } = await (await admin('/v1/webpages')).json<{ data: Site[] }>()
  return data.find((site) => site.id === id)!
}

/** What is kept of a host's pages, by path. */
export async function pagesOf(caller: Caller, host: string): Promise<Record<string, Webpage>> {
  const { data } = await (await caller('/v1/files?page_size=100')).json<{ data: Webpage[] }>()
  const ofHost = data.filter(({ url }) => new URL(url).host === host)
  return Object.fromEntries(ofHost.map((page) => [new URL(page.url).pathname + new URL(page.url).search, page]))
}

export async function textOf(caller: Caller, page: Webpage | undefined): Promise<string> {
  const response = await caller(`/web/v1/files/${page?.id}/content`)
  const { pages } = await response.json<{ pages: { text: string }[] }>()
  return pages.map(({ text }) => text).join('\n')
}

/** A page with so much to read that it stands out. */
export const pageOf = (title: string, text: string, more = '') =>
  `<!doctype html><html><head><title>${title}</title></head><body><nav><a href="/">Home</a></nav>` +
  `<article><h1>${title}</h1><p>${text}</p><p>${'It is written here at some length, so that it can be told from menus. '.repeat(4)}</p></article>${more}</body></html>`
