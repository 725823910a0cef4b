import { env } from 'cloudflare:workers'
import { PDFDocument, StandardFonts } from 'pdf-lib'
import type { Agent } from '~/contract/agents.ts'
import type { StoredFile } from '~/contract/files.ts'
import type { Job } from '~/provider/queue/job.ts'
import { answered, ask } from '../harness/asking.ts'
import type { Call, Caller } from '../harness/callers.ts'
import { deliver, formOf, textFile } from '../harness/files.ts'
import { put, reserved } from '../harness/uploading.ts'
import { pageOf, putSite } from '../harness/webpages.ts'
import { type Place, settle } from './place.ts'

/** Something that changes what is stored. */
export interface Change {
  /** Makes what it needs, and gives the change, which may be made again in the same words. */
  prepare: (place: Place) => Promise<() => Promise<Response>>
  /** The codes with which a repetition may say that it was made already. */
  madeAlready?: string[]
}

/** A call in the same words each time, with the same `Idempotency-Key`. */
const same = (caller: Caller, path: string, call: Call | (() => Call)) => {
  const key = crypto.randomUUID()
  return () => {
    const { headers, ...rest } = typeof call === 'function' ? call() : call
    return caller(path, { ...rest, headers: { ...(headers as Record<string, string>), 'idempotency-key': key } })
  }
}

const calls =
  (callOf: (place: Place) => [Caller, string, (Call | (() => Call))?]) =>
  async (place: Place): Promise<() => Promise<Response>> => {
    const [caller, path, call = {}] = callOf(place)
    return same(caller, path, call)
  }

/** A job, delivered once; one that is to be delivered again answers as a busy storage does. */
const delivers =
  (jobOf: (place: Place) => Promise<Job>) =>
  async (place: Place): Promise<() => Promise<Response>> => {
    const job = await jobOf(place)
    return async () => {
      const { retried } = await deliver(job, { variables: place.variables })
      return retried ? Response.json({ code: 'service_unavailable' }, { status: 503 }) : new Response(null)
    }
  }

async function upload(place: Place, file: File, caller = place.user): Promise<StoredFile> {
  const response = await caller('/v1/files/upload', { method: 'POST', body: formOf(file) })
  const { files } = await response.json<{ files: StoredFile[] }>()
  place.jobs.length = 0
  return files[0]!
}

async function processed(place: Place, file: File): Promise<StoredFile> {
  const stored = await upload(place, file)
  await deliver({ kind: 'process_file', file_id: stored.id }, { variables: place.variables })
  return stored
}

const text = () => textFile('notes.txt', 'The heron waits at the weir until the tide turns.')

/** Says when it was made, which would be another size in another try. */
const made = new Date(0)

async function pdf(): Promise<File> {
  const document = await PDFDocument.create()
  document.setCreationDate(made)
  document.setModificationDate(made)
  const font = await document.embedFont(StandardFonts.Helvetica)
  document.addPage().drawText('The kingfisher dives.', { x: 50, y: 700, size: 14, font })
  return new File([new Uint8Array(await document.save())], 'bird.pdf')
}

const conversation = async ({ user }: Place, query = 'Which bird waits?') => answered(user, { query })

async function site(place: Place): Promise<{ id: number }> {
  await putSite('birds.example', { '/': { body: pageOf('Birds', 'The heron is a bird of rivers.') } })
  const response = await place.admin('/v1/webpages', { method: 'POST', json: { url: 'https://birds.example' } })
  return response.json()
}

const guestOf = ({ organization }: Place) => organization.users[2]!.id

/** Every kind of change, by what it does. */
export const changes: Record<string, Change> = {
  'a first question': { prepare: async ({ user }) => asks(user, { query: 'Which bird waits?' }) },
  'a question over a file': {
    prepare: async (place) => {
      await processed(place, text())
      return asks(place.user, { query: 'Where does the heron wait?', pipeline: 'search_ai' })
    },
  },
  'a question under a quota': {
    prepare: async ({ user, admin }) => {
      const json = { metric_name: 'questions', time_bucket_type: 'day', quota: 1 }
      await admin('/v1/quotas', { method: 'PUT', json })
      return asks(user, { query: 'Which bird waits?' })
    },
  },
  'a question asked anew': {
    prepare: async (place) => {
      const { conversationId, promptId, entryId } = await conversation(place)
      const overwritten = { overwrite_prompt_id: promptId, overwrite_assistant_id: entryId }
      return asks(place.user, { query: 'Which bird dives?', ...overwritten }, conversationId)
    },
  },
  'a question that is blocked': {
    prepare: async ({ user, admin }) => {
      await admin('/v1/blocked-keywords', { method: 'POST', json: { keyword: 'heron' } })
      return asks(user, { query: 'Where is the heron?' })
    },
    madeAlready: ['blocked_keyword'],
  },
  'a table made of a file': {
    prepare: async (place) => {
      const { id } = await processed(place, textFile('birds.csv', 'bird,count\nheron,2\nkingfisher,3\n'))
      return asks(place.user, {
        query: 'How many birds are there in total?',
        pipeline: 'data_analysis_ai',
        files: [id],
      })
    },
  },
  'a name of a conversation': {
    prepare: async (place) => {
      const { conversationId } = await conversation(place)
      return same(place.user, `/v1/conversations/${conversationId}`, { method: 'PUT', json: { title: 'Birds' } })
    },
  },
  'a branch': {
    prepare: async (place) => {
      const { conversationId, promptId } = await conversation(place)
      const json = { entry_id: promptId }
      return same(place.user, `/v1/conversations/${conversationId}/branch`, { method: 'POST', json })
    },
  },
  'an opinion': {
    prepare: async (place) => {
      const { conversationId, entryId } = await conversation(place)
      const path = `/web/v1/conversations/${conversationId}/entries/${entryId}/feedback?value=good`
      return same(place.user, path, { method: 'PATCH' })
    },
  },
  'a conversation deleted': {
    prepare: async (place) => {
      const { conversationId } = await conversation(place)
      return same(place.user, `/v1/conversations/${conversationId}`, { method: 'DELETE' })
    },
    madeAlready: ['does_not_exist'],
  },
  'all conversations deleted': {
    prepare: async (place) => {
      await conversation(place)
      const { id, users } = place.organization
      return same(place.user, `/v1/conversations?user_id=${users[1]!.id}&organization_id=${id}`, { method: 'DELETE' })
    },
  },
  'a file': {
    prepare: calls(({ user }) => [user, '/v1/files/upload', () => ({ method: 'POST', body: formOf(text()) })]),
  },
  'two files': {
    prepare: async ({ user }) => uploads(user, [text(), textFile('more.txt', 'The tide turns.')]),
  },
  'a reservation': {
    prepare: calls(({ user }) => [user, '/v1/files/upload_async?file_name=large.txt&file_size=4', { method: 'POST' }]),
  },
  'the bytes of a reservation': {
    prepare: async ({ user, nobody }) => {
      const { url } = await reserved(user, 'large.txt', 4)
      const { pathname, search } = new URL(url)
      const bytes = new TextEncoder().encode('text')
      return () => nobody(pathname + search, { method: 'PUT', headers: { 'content-length': '4' }, body: bytes })
    },
  },
  'a validation': {
    prepare: async ({ user }) => {
      const { url, id } = await reserved(user, 'large.txt', 4)
      await put(url, 'text')
      return same(user, `/v1/files/${id}/validate_upload_async`, {})
    },
  },
  'a new name of a file': {
    prepare: async (place) => {
      const { id } = await processed(place, text())
      return same(place.user, `/web/v1/files/${id}`, { method: 'PATCH', json: { name: 'renamed' } })
    },
  },
  'a description of a file': {
    prepare: async (place) => {
      const { id } = await processed(place, text())
      return same(place.user, `/web/v1/files/${id}`, { method: 'PATCH', json: { description: 'Of birds' } })
    },
  },
  'a file processed again': {
    prepare: async (place) => {
      const { id } = await upload(place, text())
      await deliver({ kind: 'process_file', file_id: id }, { queue: 'app-jobs-dead', variables: place.variables })
      return same(place.user, `/v1/files/${id}/process`, { method: 'POST' })
    },
    madeAlready: ['bad_file_operation_state'],
  },
  'a text recognised': {
    prepare: async (place) => {
      const document = await PDFDocument.create()
      document.setCreationDate(made)
      document.setModificationDate(made)
      document.addPage()
      const { id } = await processed(place, new File([new Uint8Array(await document.save())], 'scan.pdf'))
      const json = { pages: [{ page: 1, text: 'The heron waits.' }] }
      return same(place.user, `/v1/files/${id}/text`, { method: 'PUT', json })
    },
  },
  'a file deleted': {
    prepare: async (place) => {
      const { id } = await processed(place, await pdf())
      return same(place.user, `/v1/files/${id}`, { method: 'DELETE' })
    },
    madeAlready: ['does_not_exist'],
  },
  'an upload deleted': {
    prepare: async ({ user }) => {
      const { url, id } = await reserved(user, 'large.txt', 4)
      await put(url, 'text')
      return same(user, `/v1/files/${id}`, { method: 'DELETE' })
    },
    madeAlready: ['does_not_exist'],
  },
  'an invitation': {
    prepare: calls(({ admin }) => [
      admin,
      '/v1/users',
      { method: 'POST', json: { email: `${crypto.randomUUID()}@new.example` } },
    ]),
    madeAlready: ['already_exists'],
  },
  'an import': {
    prepare: calls(({ admin }) => {
      const people = ['a', 'b'].map((name) => ({ email: `${name}-${crypto.randomUUID()}@new.example`, role: 'user' }))
      return [admin, '/web/v1/users/import', { method: 'POST', json: people }]
    }),
  },
  'a role': {
    prepare: calls((place) => [place.admin, `/v1/users/${guestOf(place)}`, { method: 'PUT', json: { role: 'admin' } }]),
  },
  'an access taken': {
    prepare: async (place) => {
      await place.guest('/web/v1/users/me')
      return same(place.admin, `/v1/users/${guestOf(place)}/active`, { method: 'PUT', json: { active: false } })
    },
  },
  'a user deleted': {
    prepare: async (place) => {
      await upload(place, text(), place.guest)
      await answered(place.guest, { query: 'Which bird waits?' })
      return same(place.admin, `/v1/users/${guestOf(place)}`, { method: 'DELETE' })
    },
    madeAlready: ['does_not_exist'],
  },
  'a user held': {
    prepare: calls((place) => [
      place.admin,
      `/v1/users/${guestOf(place)}/hold`,
      { method: 'PUT', json: { reason: 'Case 7' } },
    ]),
  },
  'a user released': {
    prepare: async (place) => {
      const path = `/v1/users/${guestOf(place)}/hold`
      await place.admin(path, { method: 'PUT', json: { reason: 'Case 7' } })
      return same(place.admin, path, { method: 'DELETE' })
    },
  },
  'a keyword': {
    prepare: calls(({ admin }) => [admin, '/v1/blocked-keywords', { method: 'POST', json: { keyword: 'heron' } }]),
    madeAlready: ['already_exists'],
  },
  'a keyword deleted': {
    prepare: async ({ admin }) => {
      const response = await admin('/v1/blocked-keywords', { method: 'POST', json: { keyword: 'heron' } })
      const { id } = await response.json<{ id: number }>()
      return same(admin, `/v1/blocked-keywords/${id}`, { method: 'DELETE' })
    },
    madeAlready: ['does_not_exist'],
  },
  'an agent switched off': {
    prepare: async ({ admin }) => {
      const [agent] = await (await admin('/web/v1/agents')).json<Agent[]>()
      return same(admin, `/web/v1/agents/${agent!.id}`, { method: 'PATCH', json: { enabled: false } })
    },
  },
  'a quota': {
    prepare: calls(({ admin }) => [
      admin,
      '/v1/quotas',
      { method: 'PUT', json: { metric_name: 'questions', time_bucket_type: 'day', quota: 9 } },
    ]),
  },
  periods: {
    prepare: calls(({ admin }) => [
      admin,
      '/v1/retention',
      { method: 'PUT', json: { conversations: 90, generated_files: null, audit_texts: null } },
    ]),
  },
  'a site': {
    prepare: async ({ admin }) => {
      await putSite('birds.example', { '/': { body: pageOf('Birds', 'The heron is a bird of rivers.') } })
      return same(admin, '/v1/webpages', { method: 'POST', json: { url: 'https://birds.example' } })
    },
    madeAlready: ['already_exists'],
  },
  'a site crawled again': {
    prepare: async (place) => {
      const { id } = await site(place)
      await settle(place)
      return same(place.admin, `/v1/webpages/${id}/crawl`, { method: 'POST' })
    },
  },
  'a site deleted': {
    prepare: async (place) => {
      const { id } = await site(place)
      await settle(place)
      return same(place.admin, `/v1/webpages/${id}`, { method: 'DELETE' })
    },
    madeAlready: ['does_not_exist'],
  },
  'a first sign-in': {
    prepare: calls(({ guest }) => [guest, '/web/v1/users/me']),
  },
  'a document read': {
    prepare: delivers(async (place) => ({ kind: 'process_file', file_id: (await upload(place, await pdf())).id })),
  },
  'a name indexed': {
    prepare: delivers(async (place) => {
      const { id } = await processed(place, text())
      await place.user(`/web/v1/files/${id}`, { method: 'PATCH', json: { name: 'renamed' } })
      place.jobs.length = 0
      return { kind: 'index_file_name', file_id: id }
    }),
  },
  'the things of a deleted user': {
    prepare: delivers(async (place) => {
      await upload(place, text(), place.guest)
      await place.admin(`/v1/users/${guestOf(place)}`, { method: 'DELETE' })
      return place.jobs.pop()!
    }),
  },
  'a page crawled': {
    prepare: delivers(async (place) => {
      await site(place)
      const first = place.jobs.pop()!
      await env.DB.prepare('DELETE FROM crawled_hosts').run()
      await deliver(first, { variables: place.variables })
      await env.DB.prepare('DELETE FROM crawled_hosts').run()
      return place.jobs.pop()!
    }),
  },
  'the pages of a deleted site': {
    prepare: delivers(async (place) => {
      const { id } = await site(place)
      await settle(place)
      await place.admin(`/v1/webpages/${id}`, { method: 'DELETE' })
      return place.jobs.pop()!
    }),
  },
  'a sweep': {
    prepare: delivers(async (place) => {
      await reserved(place.user, 'left.txt', 4)
      await upload(place, text())
      await env.DB.prepare("UPDATE files SET updated_at = '2026-01-01T00:00:00.000Z' WHERE organization_id = ?")
        .bind(place.organization.id)
        .run()
      return { kind: 'sweep' }
    }),
  },
}

/** Uploads of which those that failed alone are tried again, as their own files. */
function uploads(user: Caller, all: File[]) {
  const first = same(user, '/v1/files/upload', () => ({ method: 'POST', body: formOf(...all) }))
  let left: typeof first | undefined
  return async () => {
    const response = await (left ?? first)()
    const { failed = [] } = await response.clone().json<{ failed?: { name: string }[] }>()
    const others = all.filter(({ name }) => failed.some((file) => file.name === name))
    if (others.length > 0) left = same(user, '/v1/files/upload', () => ({ method: 'POST', body: formOf(...others) }))
    return response
  }
}

function asks(caller: Caller, question: object, id?: number) {
  const headers = { 'idempotency-key': crypto.randomUUID() }
  return () => ask(caller, question, { headers, ...(id !== undefined && { id }) })
}
