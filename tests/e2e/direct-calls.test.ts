import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { toJSON } from 'seroval'
import { expect, inject, test } from 'vitest'
import { root } from '../../scripts/local/packages.ts'
import { idToken } from './harness/index.ts'

/** Who may call a server function: `nobody` has no session at all. */
const access: Record<string, 'nobody' | 'member' | 'admin'> = {
  ...of('nobody', 'getSession endSession getSignInSettings'),
  ...of('member', 'getInvitations joinOrganization setLanguage'),
  ...of('member', 'ask resumeAnswer cancelAnswer getChatSettings listEnabledAgents'),
  ...of('member', 'listConversations searchConversations listEntries listDeletedFiles updateConversation setFeedback'),
  ...of('member', 'branchConversation deleteConversation deleteConversations'),
  ...of('member', 'listFiles getFile getContent getPreview getDownload getThumbnail getUploadLimits uploadFiles'),
  ...of('member', 'reserveUpload getUploadParts addressUploadParts validateUpload updateFile deleteFile'),
  ...of('member', 'processFileAgain storeRecognisedText updateUser listWebpages listAgents'),
  ...of('member', 'listApiKeys createApiKey revokeApiKey getInstructions setInstructions'),
  ...of('member', 'listPrompts addPrompt updatePrompt deletePrompt dismissNotice'),
  ...of('admin', 'listNotices addNotice deleteNotice'),
  ...of('member', 'getAuthorizationRequest answerAuthorizationRequest'),
  ...of('admin', 'listAllApiKeys getApiKeyPolicy setApiKeyPolicy addServiceAccount createServiceAccountKey'),
  ...of('admin', 'listUsers getUser addUser importUsers exportUsers resendInvitation setUserActive deleteUser'),
  ...of('admin', 'getRetention setRetention previewRetention listHolds holdUser releaseUser'),
  ...of('admin', 'listModelSettings setModelSettings updateAgent listKeywords addKeyword deleteKeyword'),
  ...of('admin', 'listSites addSite crawlSite deleteSite listMetrics listQuotas setQuota getSystem'),
  ...of('admin', 'listAudits getAudit countFeedback exportAudits listActions exportActions verifyAudits'),
}

function of<Access>(who: Access, names: string): Record<string, Access> {
  return Object.fromEntries(names.split(' ').map((name) => [name, who]))
}

/** The functions of the build by their names, with the ids under which they are called. */
function built(): Record<string, string> {
  const assets = join(root, 'dist/server/assets')
  const resolver = readdirSync(assets).find((name) => name.includes('server-fn-resolver') && name.endsWith('.js'))!
  const entries = readFileSync(join(assets, resolver), 'utf8').matchAll(/"(\w{64})": \{\s+functionName: "([a-z]+)_/gi)
  return Object.fromEntries([...entries].map(([, id, name]) => [name!, id!]))
}

const app = inject('scriptedAppUrl')
const tokens = { user: await idToken('user'), admin: await idToken('admin') }
const cookieOf = (who: keyof typeof tokens) => ({ cookie: `session=${tokens[who]}` })
const ownSite = { 'sec-fetch-site': 'same-origin', origin: app, 'x-tsr-serverfn': 'true' }

/** Something of everything that a function may ask for. */
const data = {
  id: 1,
  organizationId: 1,
  entryId: 1,
  conversationId: 1,
  conversation: 'new',
  question: { query: 'zq', numbers: [1], page: 1 },
  change: {},
  pages: [],
  email: 'zq@example.com',
  role: 'user',
  language: 'en',
  entries: [],
  keyword: 'zq',
  url: 'https://zq.example/',
  max_pages: 1,
  reason: 'zq',
  active: false,
  feedback: 'good',
  q: 'zq',
}
const payload = JSON.stringify(toJSON({ data }))

interface Sent {
  method?: string
  headers: Record<string, string>
  /** The type of the body; none for no body. */
  type?: string
}

const methods = new Map<string, string>()

/** How a function is called; another way is refused with the right one. */
async function methodOf(id: string): Promise<string> {
  if (!methods.has(id)) {
    const response = await fetch(`${app}/_serverFn/${id}`, { method: 'PUT', headers: ownSite })
    expect(response.status).toBe(405)
    methods.set(id, response.headers.get('allow')!)
  }
  return methods.get(id)!
}

async function send(id: string, { method, headers, type }: Sent) {
  const by = method ?? (await methodOf(id))
  const isGet = by === 'GET'
  const response = await fetch(`${app}/_serverFn/${id}${isGet ? `?payload=${encodeURIComponent(payload)}` : ''}`, {
    method: by,
    redirect: 'manual',
    headers: { ...headers, ...(!isGet && type && { 'content-type': type }) },
    ...(!isGet && type && { body: payload }),
  })
  return { status: response.status, text: await response.text() }
}

/** How Start writes that a function has thrown. */
const isRefusal = (text: string) => text.includes('"k":["error"]')

/** What an admin sees of all that a call may have changed. */
async function everything() {
  const headers = { authorization: `Bearer ${tokens.admin}` }
  const paths = [
    '/web/v1/users?page_size=1000',
    '/v1/blocked-keywords',
    '/web/v1/agents',
    '/v1/webpages',
    '/web/v1/files',
    '/web/v1/conversations',
    '/v1/retention',
    '/v1/actions',
  ]
  return Promise.all(
    paths.map(async (path) => {
      const response = await fetch(app + path, { headers })
      expect([path, response.status]).toEqual([path, 200])
      return [path, await response.text()]
    }),
  )
}

// The first call of somebody who was invited makes them a member.
await fetch(`${app}/web/v1/users/me`, { headers: { authorization: `Bearer ${tokens.user}` } })

const functions = built()
const closed = Object.entries(access).filter(([, who]) => who !== 'nobody')

test('every server function of the build has a row that says who may call it', () => {
  expect(Object.keys(functions).toSorted()).toEqual(Object.keys(access).toSorted())
})

test('who has no session is told so by each that asks for one, by whatever type of body, and nothing changes', async () => {
  const before = await everything()
  const types = ['application/json', 'text/plain', 'application/x-www-form-urlencoded']
  const wrong: unknown[] = []
  for (const [name] of closed) {
    for (const type of (await methodOf(functions[name]!)) === 'GET' ? types.slice(0, 1) : types) {
      const { status, text } = await send(functions[name]!, { headers: ownSite, type })
      // Who sends something else than JSON, or JSON to what takes a form, may have said nothing at all.
      const isTold = type === types[0] && name !== 'uploadFiles'
      const isRight = isTold ? status === 401 && text.includes('invalid_credentials') : isRefusal(text)
      if (!isRight) wrong.push({ name, type, status, text: text.slice(0, 200) })
    }
  }
  expect(wrong).toEqual([])
  expect(await everything()).toEqual(before)
})

test('no other site calls one in the name of an admin who has a session, nor by another method, and nothing changes', async () => {
  const before = await everything()
  const elsewhere: Record<string, string>[] = [
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site', origin: app },
    { 'sec-fetch-site': 'none' },
    { origin: 'https://evil.example' },
    { origin: 'null' },
    { referer: `${app}.evil.example/` },
    {},
  ]
  const wrong: unknown[] = []
  for (const [index, [name, id]] of Object.entries(functions).entries()) {
    // Each from somewhere, the first ones from everywhere. Without a body: a local server may fail at one that nobody reads.
    for (const from of index < 5 ? elsewhere : [elsewhere[index % elsewhere.length]!]) {
      const { status } = await send(id, { headers: { ...from, ...cookieOf('admin') } })
      if (status !== 403) wrong.push({ name, from, status })
    }
    const other = (await methodOf(id)) === 'GET' ? 'POST' : 'GET'
    const { status } = await send(id, { method: other, headers: { ...ownSite, ...cookieOf('admin') } })
    if (status !== 405) wrong.push({ name, other, status })
  }
  expect(wrong).toEqual([])
  expect(await everything()).toEqual(before)
})

test("a user who calls an admin's is refused, and nothing changes", async () => {
  const before = await everything()
  const wrong: unknown[] = []
  for (const [name] of closed.filter(([, who]) => who === 'admin')) {
    const { status, text } = await send(functions[name]!, {
      headers: { ...ownSite, ...cookieOf('user') },
      type: 'application/json',
    })
    if (!isRefusal(text) || !text.includes('operation_not_authorized'))
      wrong.push({ name, status, text: text.slice(0, 200) })
  }
  expect(wrong).toEqual([])
  expect(await everything()).toEqual(before)
})
