import { env } from 'cloudflare:workers'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { beforeAll, expect, test, vi } from 'vitest'
import type { Site } from '~/contract/webpages.ts'
import { fetchDocument } from '~/provider/webpages/fetch-document.ts'
import { crawlSettings } from '~/provider/webpages/settings.ts'
import { sweepSites } from '~/provider/webpages/sweep-sites.ts'
import { findPassages } from '~/provider/search/find-passages.ts'
import { deliver, refusal } from './harness/files.ts'
import { seedMembers } from './harness/members.ts'
import {
  addSite,
  crawl,
  crawlVariables,
  pageOf,
  pagesOf,
  pathsOf,
  putName,
  putSite,
  serveTheWeb,
  siteOf,
  work,
} from './harness/webpages.ts'

const { organization, admin, user } = await seedMembers('sites.test', { admin: 'admin', user: 'user' })
const other = await seedMembers('other.test', { admin: 'admin' })
const slowly = 60_000
const zeros = Buffer.alloc(64 * 1024 * 1024)
const bomb = gzipSync(zeros)
const brotliBomb = brotliCompressSync(zeros, { params: { [constants.BROTLI_PARAM_QUALITY]: 3 } })

beforeAll(serveTheWeb)

const add = (url: string, more: object = {}) =>
  admin('/v1/webpages', { method: 'POST', json: { url, ...more }, variables: crawlVariables().variables })

test('a site is given once, in whatever way its address is written', async () => {
  expect((await add('https://Once.example/?utm_source=mail#top')).status).toBe(200)
  expect(await refusal(await add('https://once.example:443'))).toMatchObject({ status: 409, code: 'already_exists' })
  const elsewhere = await other.admin('/v1/webpages', {
    method: 'POST',
    json: { url: 'https://once.example' },
    variables: crawlVariables().variables,
  })
  expect(elsewhere.status).toBe(200)
})

test.each([
  'ftp://a.example/',
  'javascript:alert(1)',
  'https://name:secret@a.example/',
  'http://provider.test/chat',
  'nonsense',
])('%s is refused as an address', async (url) => {
  expect(await refusal(await add(url))).toMatchObject({ status: 400, code: 'invalid_request' })
})

test('another organisation is not named, and its sites are not there for us', async () => {
  expect(await refusal(await add('https://a.example', { organization_id: other.organization.id }))).toMatchObject({
    code: 'operation_not_authorized',
  })
  const { id } = await addSite(other.admin, 'https://theirs.example', crawlVariables().variables)
  expect(await siteOf(admin, id)).toBeUndefined()
  for (const call of [
    { path: `/v1/webpages/${id}/crawl`, method: 'POST' },
    { path: `/v1/webpages/${id}`, method: 'DELETE' },
  ]) {
    expect(await refusal(await admin(call.path, call))).toEqual({
      status: 404,
      code: 'does_not_exist',
      info: { entity: 'site' },
    })
  }
})

test.each([
  ['localhost', 'http://localhost/'],
  ['a loopback address', 'http://127.0.0.1/'],
  ['a loopback address in octal', 'http://0177.0.0.2/'],
  ['a loopback address as one number', 'http://2130706435/'],
  ['a loopback address in hexadecimal', 'http://0x7f.4/'],
  ['a loopback address in full-width digits', 'http://１２７。０。０。５/'],
  ['the unspecified address', 'http://0/'],
  ['the loopback address of IPv6', 'http://[::1]/'],
  ['a link-local address of IPv6', 'http://[fe80::1]/'],
  ['the metadata service', 'http://169.254.169.254/latest/meta-data/'],
  ['an IPv4-mapped address', 'http://[::ffff:10.0.0.1]/'],
  ['another port', 'https://port.example:8443/'],
  ['an internal name with a trailing dot', 'http://vault.internal./'],
  ['a name with a private address', 'https://rebound.example/'],
])('%s is never asked for anything', async (_kind, url) => {
  await fetch(`${env.TEST_SITES_URL}/_/names/rebound.example`, {
    method: 'PUT',
    body: JSON.stringify({ A: ['93.184.215.14'], AAAA: ['fd00::1'] }),
  })
  const { host } = new URL(url)
  await putSite(host, { '/*': { body: pageOf('Inside', 'Inside.') } })
  expect(await crawl(admin, url)).toMatchObject({ status: 'failed', status_reason: 'forbidden_address', pages: 0 })
  expect(await pathsOf(host)).toEqual([])
})

test.each([
  ['the metadata service', 'http://169.254.169.254/latest/meta-data/'],
  ['an address as one number', 'http://2852039166/'],
  ['a loopback address', 'http://[::ffff:7f00:1]/'],
  ['a name inside', 'http://metadata.google.internal/'],
  ['a name with a private address', 'https://led-inside.example/'],
  ['another port', 'https://led-outside.example:6379/'],
  ['no page', 'file:///etc/passwd'],
  ['data', 'data:text/html,Inside'],
  ['credentials', 'https://name:secret@led-outside.example/'],
])('a redirect to %s is not followed', async (_kind, location) => {
  await putName('led-inside.example', { A: ['10.0.0.7'] })
  await putSite('leads-inside.example', { '/doc': { status: 302, headers: { location } } })
  const host = URL.parse(location)?.host ?? ''
  if (host) await putSite(host, { '/*': { body: pageOf('Inside', 'Inside.') } })
  const settings = crawlSettings({ ...env, ...crawlVariables().variables })
  await expect(fetchDocument('https://leads-inside.example/doc', { settings, pause: 0 })).rejects.toMatchObject({
    reason: 'forbidden_address',
  })
  if (host) expect(await pathsOf(host)).toEqual([])
})

test('a body that inflates beyond the bound is read no further', async () => {
  const base64 = bomb.toString('base64')
  await putSite('inflates.example', {
    '/doc': { base64, headers: { 'content-encoding': 'gzip' } },
    '/brotli': { base64: brotliBomb.toString('base64'), headers: { 'content-encoding': 'br' } },
  })
  const settings = crawlSettings({ ...env, ...crawlVariables().variables })
  for (const path of ['/doc', '/brotli'])
    await expect(fetchDocument(`https://inflates.example${path}`, { settings, pause: 0 })).rejects.toMatchObject({
      reason: 'too_large',
    })
})

test(
  'a host of CRAWL_ALLOWED_HOSTS may be inside',
  async () => {
    await putSite('10.1.2.3:8080', { '/': { body: pageOf('Intranet', 'Only inside.') } })
    const crawling = crawlVariables()
    crawling.variables.CRAWL_ALLOWED_HOSTS = 'other:1, 10.1.2.3:8080'
    const { id } = await addSite(admin, 'http://10.1.2.3:8080', crawling.variables)
    await work(crawling)
    expect(await siteOf(admin, id)).toMatchObject({ status: 'done', pages: 1 })
  },
  slowly,
)

test(
  'crawled pages are for members of the organisation alone, and do not flood the file library',
  async () => {
    await putSite('ours.example', { '/': { body: pageOf('Ours', 'The code word is ruthenium.') } })
    await crawl(admin, 'https://ours.example')
    const page = (await pagesOf(user, 'ours.example'))['/']!
    expect(await pagesOf(other.admin, 'ours.example')).toEqual({})
    expect((await other.admin(`/v1/files/${page.id}`)).status).toBe(404)
    expect(await findPassages(env, { text: 'ruthenium', groupIds: [other.organization.groupId], limit: 5 })).toEqual([])
    const library = await user('/web/v1/files')
    expect(await library.json()).toMatchObject({ total: 0 })
    const asked = await user('/web/v1/files?source_types=integration&name=Ours')
    expect(await asked.json()).toMatchObject({ data: [{ id: page.id, properties: { url: 'https://ours.example/' } }] })
    const found = async (name: string) => (await (await user(`/v1/files?name=${name}`)).json<{ total: number }>()).total
    expect(await found('OURS.exam')).toBe(1)
    expect(await found('theirs')).toBe(0)
  },
  slowly,
)

test(
  'an answer cites a crawled page by its address',
  async () => {
    await putSite('facts.example', { '/': { body: pageOf('Facts', 'The reactor was decommissioned in 1987.') } })
    await crawl(admin, 'https://facts.example')
    const response = await user('/web/v1/chat', {
      method: 'POST',
      json: { query: 'When was the reactor decommissioned?', pipeline: 'search_ai' },
      variables: { OPENAI_MODELS: '' },
    })
    const references = /\{"references":(\[.*\])\}/.exec(await response.text())?.[1]
    expect(JSON.parse(references ?? '[]')).toContainEqual({
      id: expect.any(Number),
      type: 'web',
      name: 'Facts',
      url: 'https://facts.example/',
      excerpt: expect.stringContaining('1987'),
    })
  },
  slowly,
)

test(
  'a removed site takes its pages with it: texts, bytes and rows; it may be given again',
  async () => {
    await putSite('removed.example', { '/': { body: pageOf('Removed', 'Soon forgotten: tellurium.') } })
    const { id } = await crawl(admin, 'https://removed.example')
    const page = (await pagesOf(user, 'removed.example'))['/']!
    const crawling = crawlVariables()
    const response = await admin(`/v1/webpages/${id}`, { method: 'DELETE', variables: crawling.variables })
    expect(response.status).toBe(204)
    expect(await siteOf(admin, id)).toBeUndefined()
    const again = await addSite(admin, 'https://removed.example', crawlVariables().variables)
    expect(again.id).not.toBe(id)
    await work(crawling)
    expect(await findPassages(env, { text: 'tellurium', groupIds: [organization.groupId], limit: 5 })).toEqual([])
    expect((await user(`/v1/files/${page.id}`)).status).toBe(404)
    const { results } = await env.DB.prepare('SELECT 1 FROM site_pages WHERE site_id = ?').bind(id).all()
    expect(results).toEqual([])
  },
  slowly,
)

test('what admins do with sites is recorded', async () => {
  const { id } = await addSite(admin, 'https://recorded.example', crawlVariables().variables)
  await admin(`/v1/webpages/${id}`, { method: 'DELETE', variables: crawlVariables().variables })
  const { data } = await (await admin('/v1/actions')).json<{ data: { action: string; target: string }[] }>()
  expect(data.slice(0, 2)).toMatchObject([
    { action: 'site_deleted', target: 'https://recorded.example/' },
    { action: 'site_added', target: 'https://recorded.example/' },
  ])
})

test(
  'a job that is delivered twice does its step once, and a host is asked one thing at a time',
  async () => {
    await putSite('pace.example', { '/': { body: pageOf('Pace', 'Slowly.') } })
    const { jobs, variables } = crawlVariables()
    await addSite(admin, 'https://pace.example', variables)
    const [first] = jobs.splice(0)
    await deliver(first, { variables })
    const [second] = jobs.splice(0)
    await deliver(first, { variables })
    expect(jobs).toEqual([])
    const asked = await pathsOf('pace.example')
    await deliver(second, { variables })
    expect(jobs.splice(0)).toEqual([second])
    expect(await pathsOf('pace.example')).toEqual(asked)
  },
  slowly,
)

test(
  'a crawl that died goes on with the next sweep, and a due one begins',
  async () => {
    await putSite('died.example', { '/': { body: pageOf('Died', 'Goes on.') } })
    const crawling = crawlVariables()
    const { id } = await addSite(admin, 'https://died.example', crawling.variables)
    crawling.jobs.length = 0
    const age = (column: string) =>
      env.DB.prepare(`UPDATE sites SET ${column} = '2020-01-01T00:00:00.000Z' WHERE id = ?`).bind(id).run()
    const swept = async () => {
      await sweepSites({ ...env, ...crawling.variables })
      return crawling.jobs.filter((job) => (job as { site_id: number }).site_id === id)
    }
    expect(await swept()).toEqual([])
    await age('active_at')
    expect(await swept()).toHaveLength(1)
    await work(crawling)
    expect(await siteOf(admin, id)).toMatchObject<Partial<Site>>({ status: 'done', pages: 1 })
    await age('next_crawl_at')
    expect(await swept()).toHaveLength(1)
    expect(await siteOf(admin, id)).toMatchObject<Partial<Site>>({ status: 'pending', waiting: 1 })
  },
  slowly,
)

test(
  'a page that breaks its job however often is passed over',
  async () => {
    vi.spyOn(console, 'error').mockImplementation(() => {})
    await putSite('broken.example', {
      '/': { body: pageOf('Broken', 'Broken.', '<a href="/fine">f</a>') },
      '/fine': { body: pageOf('Fine', 'Fine.') },
      '/sitemap.xml': { body: '<urlset><url><loc>/fine</loc></url></urlset>' },
    })
    const crawling = crawlVariables()
    const { id } = await addSite(admin, 'https://broken.example', crawling.variables)
    await deliver(crawling.jobs.shift(), crawling)
    await deliver(crawling.jobs.shift(), { ...crawling, queue: 'app-jobs-dead' })
    await work(crawling)
    expect(await siteOf(admin, id)).toMatchObject<Partial<Site>>({
      status: 'failed',
      status_reason: 'unexpected',
      pages: 1,
      waiting: 0,
    })
  },
  slowly,
)
