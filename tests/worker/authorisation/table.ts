import type { EndpointName } from '~/contract/index.ts'
import type { Call } from '../harness/callers.ts'
import { type Kind, oneFile, type Place, type World } from './objects.ts'
import {
  administers,
  administersOthers,
  changes,
  finishes,
  keeps,
  ofOwnOrganization,
  oneself,
  owns,
  type Policy,
  reads,
  readsShared,
  tends,
  writesTo,
} from './policies.ts'

/** What a call says besides its path's id. */
export interface Said extends Call {
  params?: Record<string, number>
  query?: string
}

/** A call that names a thing by its id, and who may make it of which. */
export interface ObjectRow {
  of: Kind
  may: Policy
  says?: (id: number, place: Place, world: World) => Said
  /** What it is answered where it is allowed; 200, or 204 without a body, where nothing else is said. */
  answers?: { status: number; code?: string }
}

/** A call that names nothing: whoever has the access of the endpoint may make it. */
export interface PlainRow {
  of: 'nothing'
  says?: () => Said
  answers?: { status: number; code?: string }
}

/** A call that needs no member, but a signed address, an account, or nothing at all: `addresses.test.ts` makes it. */
export interface OpenRow {
  of: 'address' | 'account' | 'anybody'
}

export type Row = ObjectRow | PlainRow | OpenRow

const nothing: PlainRow = { of: 'nothing' }
const json = (value: unknown) => () => ({ json: value })

/**
 * Who may call what: a row, or several, for every endpoint of the contract. An endpoint without one does not compile. Rows are tried in
 * this order.
 */
export const table: Record<EndpointName, Row | Row[]> = {
  getMe: nothing,
  listUsers: nothing,
  getUser: { of: 'user', may: administers },
  addUser: { of: 'nothing', says: () => ({ json: { email: `${crypto.randomUUID()}@invited.test` } }) },
  importUsers: { of: 'nothing', says: () => ({ json: [{ email: `${crypto.randomUUID()}@a.test`, role: 'user' }] }) },
  exportUsers: nothing,
  addServiceAccount: { of: 'nothing', says: json({ name: 'A program' }) },
  resendInvitation: { of: 'user', may: administers },
  updateUser: [
    { of: 'user', may: tends, says: json({ language: 'en' }) },
    { of: 'user', may: administersOthers, says: json({ role: 'user' }) },
  ],
  setUserActive: { of: 'user', may: administersOthers, says: json({ active: false }) },
  holdUser: { of: 'user', may: administers, says: json({ reason: 'A case' }) },
  releaseUser: { of: 'user', may: administers },
  deleteUser: { of: 'user', may: administersOthers },
  listInvitations: { of: 'account' },
  acceptInvitation: { of: 'account' },
  signOut: { of: 'account' },

  listApiKeys: nothing,
  createApiKey: { of: 'nothing', says: json({ name: 'A program', scopes: ['ask'] }) },
  createServiceAccountKey: {
    of: 'service account',
    may: administers,
    says: json({ name: 'A program', scopes: ['ask'] }),
  },
  revokeApiKey: { of: 'API key', may: finishes },
  listAllApiKeys: nothing,
  getApiKeyPolicy: nothing,
  listNotices: nothing,
  addNotice: { of: 'nothing', says: json({ text_ja: null, text_en: 'A notice', days: 1 }) },
  deleteNotice: { of: 'notice', may: administers },
  dismissNotice: { of: 'notice', may: readsShared },
  listPrompts: nothing,
  addPrompt: [
    { of: 'nothing', says: () => ({ json: { owner: 'member', title: crypto.randomUUID(), text: 'A text' } }) },
  ],
  updatePrompt: { of: 'prompt', may: keeps, says: () => ({ json: { title: crypto.randomUUID(), text: 'A text' } }) },
  deletePrompt: { of: 'prompt', may: keeps },
  getInstructions: nothing,
  setInstructions: { of: 'nothing', says: json({ text: 'Answer briefly.' }) },
  setApiKeyPolicy: { of: 'nothing', says: json({ allowed_for: 'members' }) },

  getChatSettings: nothing,
  ask: [
    { of: 'nothing', says: json({ query: 'What is the code word of the plan?', background: true }) },
    { of: 'file', may: reads, says: (id) => ({ json: { query: 'What is the code word?', files: [id] } }) },
  ],
  askIn: { of: 'conversation', may: owns, says: json({ query: 'And the plan?' }) },
  listModels: nothing,
  createChatCompletion: [
    {
      of: 'nothing',
      says: json({ model: 'search_ai', messages: [{ role: 'user', content: 'What is the code word?' }] }),
    },
    {
      of: 'file',
      may: reads,
      says: (id) => ({
        json: {
          model: 'search_ai',
          messages: [
            {
              role: 'user',
              content: [
                { type: 'text', text: 'What is the code word?' },
                { type: 'file', file: { file_id: id } },
              ],
            },
          ],
        },
      }),
    },
  ],
  createResponse: [
    { of: 'nothing', says: json({ model: 'search_ai', input: 'What is the code word?' }) },
    {
      of: 'conversation',
      may: owns,
      says: (id, place, { entriesIn }) => ({
        json: {
          model: 'search_ai',
          input: 'And the plan?',
          previous_response_id: `resp_${id}_${entriesIn(place, id).at(-1)?.id ?? 1}`,
        },
      }),
    },
  ],
  callMcp: {
    of: 'nothing',
    says: () => ({
      json: { jsonrpc: '2.0', id: 1, method: 'tools/list' },
      headers: { accept: 'application/json, text/event-stream' },
    }),
  },
  getProtectedResource: { of: 'anybody' },
  getAuthorizationServer: { of: 'anybody' },
  registerProgram: { of: 'anybody' },
  requestAuthorization: { of: 'anybody' },
  issueToken: { of: 'anybody' },
  revokeToken: { of: 'anybody' },
  // The request that a page has is signed: `oauth.test.ts` has real ones.
  getAuthorizationRequest: {
    of: 'nothing',
    says: () => ({ query: '?request=a.b' }),
    answers: { status: 400, code: 'invalid_request' },
  },
  answerAuthorizationRequest: {
    of: 'nothing',
    says: json({ request: 'a.b', allow: true }),
    answers: { status: 400, code: 'invalid_request' },
  },
  resumeAnswer: { of: 'conversation', may: owns },
  cancelAnswer: { of: 'conversation', may: owns },

  listConversations: nothing,
  searchConversations: { of: 'nothing', says: () => ({ query: '?q=zq' }) },
  listEntries: { of: 'conversation', may: owns },
  listDeletedFiles: { of: 'conversation', may: owns },
  updateConversation: { of: 'conversation', may: owns, says: json({ favorite: true }) },
  branchConversation: {
    of: 'conversation',
    may: owns,
    says: (id, place, { entriesIn }) => ({ json: { entry_id: entriesIn(place, id)[0]?.id ?? 1 } }),
  },
  setFeedback: {
    of: 'conversation',
    may: owns,
    says: (id, place, { entriesIn }) => ({
      params: { conversation_id: id, entry_id: entriesIn(place, id)[1]?.id ?? 1 },
      query: '?value=good',
    }),
  },
  deleteConversation: { of: 'conversation', may: owns },
  deleteConversations: {
    of: 'user',
    may: oneself,
    says: (id, place, { organizationIn }) => ({ query: `?user_id=${id}&organization_id=${organizationIn(place).id}` }),
  },

  listFiles: nothing,
  getFile: { of: 'file', may: reads },
  getFileContent: { of: 'file', may: reads },
  // A text has no picture, which those may know who may read it.
  getThumbnail: { of: 'file', may: reads, answers: { status: 404, code: 'does_not_exist' } },
  getDownloadUrl: { of: 'file', may: reads },
  getPreviewUrl: { of: 'file', may: reads },
  putRecognisedText: { of: 'image', may: changes, says: json({ pages: [{ page: 1, text: 'Read.' }] }) },
  updateFile: { of: 'file', may: changes, says: json({ name: 'changed.txt' }) },
  processFileAgain: { of: 'file', may: changes, answers: { status: 409, code: 'bad_file_operation_state' } },
  deleteFile: { of: 'file', may: changes },
  getUploadLimits: nothing,
  uploadFiles: { of: 'group', may: writesTo, says: (id) => ({ query: `?group_id=${id}`, body: oneFile() }) },
  reserveUpload: {
    of: 'group',
    may: writesTo,
    says: (id) => ({ query: `?group_id=${id}&file_name=a.txt&file_size=4` }),
  },
  getUploadParts: { of: 'upload', may: finishes },
  addressUploadParts: { of: 'upload', may: finishes, says: json({ numbers: [1] }) },
  validateUpload: { of: 'upload', may: finishes },
  getBytes: { of: 'address' },
  putBytes: { of: 'address' },

  listAudits: nothing,
  getAudit: { of: 'audit', may: administers },
  exportAudits: nothing,
  countFeedback: nothing,
  listActions: nothing,
  exportActions: nothing,
  verifyAudits: { of: 'organization', may: ofOwnOrganization, says: (id) => ({ params: { organization_id: id } }) },
  openExport: { of: 'address' },

  listMetrics: nothing,
  listQuotas: nothing,
  setQuota: {
    of: 'nothing',
    says: json({ metric_name: 'questions', time_bucket_type: 'year', quota: 1_000_000 }),
  },
  listModelSettings: nothing,
  setModelSettings: {
    of: 'nothing',
    says: json({
      data: [
        { name: 'large', label: 'Big', is_hidden: false, input_price: 1, output_price: 2, monthly_limit: 1_000_000 },
      ],
    }),
  },
  listKeywords: nothing,
  addKeyword: { of: 'nothing', says: () => ({ json: { keyword: crypto.randomUUID() } }) },
  deleteKeyword: { of: 'keyword', may: administers },
  listAgents: nothing,
  updateAgent: { of: 'agent', may: administers, says: json({ enabled: true }) },
  listWebpages: nothing,
  listSites: nothing,
  addSite: { of: 'nothing', says: () => ({ json: { url: `https://${crypto.randomUUID()}.example/` } }) },
  crawlSite: { of: 'site', may: administers },
  deleteSite: { of: 'site', may: administers },
  getRetention: nothing,
  setRetention: {
    of: 'nothing',
    says: json({ conversations: 1000, generated_files: 1000, audit_texts: 1000 }),
  },
  previewRetention: { of: 'nothing', says: () => ({ query: '?kind=conversations&days=1000' }) },
  listHolds: nothing,
  getSystem: nothing,
  health: { of: 'anybody' },
}
