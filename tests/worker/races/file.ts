import { env } from 'cloudflare:workers'
import type { StoredFile } from '~/contract/files.ts'
import type { Job } from '~/provider/queue/job.ts'
import { ask } from '../harness/asking.ts'
import { queryMember } from '../harness/member-objects.ts'
import { deliver, formOf, textFile } from '../harness/files.ts'
import { put, reserved } from '../harness/uploading.ts'
import type { Act, Race } from './race.ts'

/** The file is gone, or whoever has it. */
const gone = ['does_not_exist', 'invalid_credentials', 'user_not_invited']

/** A file that is done, one that is processed and one whose bytes have come. */
export const file: Race = async (place, random) => {
  const { admin, user, organization, jobs, variables } = place
  const { id: userId, email } = organization.users[1]!
  const uploads = (name: string, key?: string) => () =>
    user('/v1/files/upload', {
      method: 'POST',
      body: formOf(textFile(name, `The heron waits at the weir: ${name}.`)),
      ...(key && { headers: { 'idempotency-key': key } }),
    })
  const uploaded = async (name: string) => {
    const { files } = await (await uploads(name)()).json<{ files: StoredFile[] }>()
    return files[0]!.id
  }
  const works = async (job: Job) => {
    await deliver(job, { variables })
    return Response.json({})
  }
  const done = await uploaded('done.txt')
  await works({ kind: 'process_file', file_id: done })
  const pending = await uploaded('pending.txt')
  const { id: arriving, url } = await reserved(user, 'arriving.txt', 4)
  await put(url, 'text', { variables })
  jobs.length = 0
  // What waits has been left, so that a sweep takes it up.
  const ago = new Date(Date.now() - 25 * 60 * 60 * 1000).toISOString()
  if (random() < 0.5)
    await env.DB.prepare("UPDATE files SET updated_at = ? WHERE organization_id = ? AND status <> 'done'")
      .bind(ago, organization.id)
      .run()

  const deletes = (id: number): Act => ({ call: () => user(`/v1/files/${id}`, { method: 'DELETE' }), codes: gone })
  const changes = (id: number, json: object): Act => ({
    call: () => user(`/web/v1/files/${id}`, { method: 'PATCH', json }),
    codes: gone,
  })
  const validates: Act = {
    call: () => user(`/v1/files/${arriving}/validate_upload_async`),
    codes: [...gone, 'wrong_file_status', 'cannot_upload'],
  }
  const asks = (question: object): Act => ({
    call: () => ask(user, { query: 'Where does the heron wait?', ...question }, { variables }),
    codes: [...gone, 'wrong_file_status'],
  })
  const processes = (id: number): Act => ({ call: () => works({ kind: 'process_file', file_id: id }) })
  const deletions: Record<string, number> = {
    'deletes what is done': done,
    'deletes what is done in another tab': done,
    'deletes what is processed': pending,
    'deletes what arrives': arriving,
  }
  const names = { 'renames what is done': 'heron', 'renames it in another tab': 'weir' }
  return {
    acts: {
      ...Object.fromEntries(Object.entries(deletions).map(([name, id]) => [name, deletes(id)])),
      ...Object.fromEntries(Object.entries(names).map(([name, to]) => [name, changes(done, { name: to })])),
      'indexes its name': { call: () => works({ kind: 'index_file_name', file_id: done }) },
      'renames what is processed': changes(pending, { name: 'kingfisher' }),
      'describes what is done': changes(done, { description: 'Of birds' }),
      'processes it': processes(pending),
      'processes it on a second delivery': processes(pending),
      'has it processed again': {
        call: () => user(`/v1/files/${pending}/process`, { method: 'POST' }),
        codes: [...gone, 'bad_file_operation_state'],
      },
      validates,
      'validates twice': validates,
      'sends the bytes again': {
        call: () => put(url, 'text', { variables }),
        codes: [...gone, 'wrong_file_status', 'invalid_signature', 'cannot_upload'],
      },
      uploads: { call: uploads('new.txt', 'key'), codes: [...gone, 'cannot_upload'] },
      'uploads twice': { call: uploads('new.txt', 'key'), codes: [...gone, 'cannot_upload'] },
      'deletes what was uploaded': {
        async call() {
          const row = await variables
            .DB!.prepare("SELECT id FROM files WHERE organization_id = ? AND name = 'new.txt'")
            .bind(organization.id)
            .first<{ id: number }>()
          return row ? user(`/v1/files/${row.id}`, { method: 'DELETE' }) : Response.json({})
        },
        codes: gone,
      },
      'asks about it': asks({ files: [done] }),
      'asks the library': asks({ pipeline: 'search_ai' }),
      sweeps: { call: () => works({ kind: 'sweep' }) },
      downloads: { call: () => user(`/v1/files/${done}/download`), codes: gone },
      'is deleted': {
        call: () => admin(`/v1/users/${userId}`, { method: 'DELETE' }),
      },
    },
    async check(done_) {
      const found: string[] = []
      const isDone = (name: string) => done_.get(name)?.ok === true
      const { results: rows } = await env.DB.prepare('SELECT id, name, status FROM files WHERE organization_id = ?')
        .bind(organization.id)
        .all<{ id: number; name: string; status: string }>()
      if (isDone('is deleted')) return rows.map(({ name }) => `lost deletion: ${name} is left of a deleted user`)
      for (const [name, id] of Object.entries(deletions))
        if (isDone(name) && rows.some((row) => row.id === id)) found.push(`lost deletion of ${name}`)
      const sweptToo = done_.has('sweeps') ? [arriving] : []
      const deleted = Object.entries(deletions).flatMap(([name, id]) => (done_.has(name) ? [id] : []))
      for (const id of [done, pending, arriving])
        if (![...deleted, ...sweptToo, arriving].includes(id) && !rows.some((row) => row.id === id))
          found.push(`lost file ${id}`)
      for (const row of rows) if (row.status === 'failed') found.push(`lost ${row.name}, which failed`)
      const fresh = rows.filter(({ name }) => name === 'new.txt').length
      if (fresh > 1) found.push('doubled upload')
      const wanted = isDone('uploads') || isDone('uploads twice')
      if (wanted && fresh === 0 && !done_.has('deletes what was uploaded')) found.push('lost upload')
      const given = Object.entries(names).flatMap(([name, to]) => (isDone(name) ? [`${to}.txt`] : []))
      const name = rows.find(({ id }) => id === done)?.name
      if (name && given.length > 0 && !given.includes(name)) found.push(`lost name ${name}`)
      const failed = await queryMember<{ error_code: string }>(
        email,
        "SELECT error_code FROM entries WHERE status = 'failed'",
      )
      return [...found, ...failed.map(({ error_code }) => `stuck answer: ${error_code}`)]
    },
  }
}
