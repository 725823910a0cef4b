import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { applyD1Migrations, reset, runDurableObjectAlarm } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { describe, expect, test } from 'vitest'
import { appendRequest } from '~/provider/audits/append.ts'
import { serveBackup } from '~/provider/backup/serve.ts'
import { sealNext } from '~/provider/organization/sealing.ts'
import { backUp } from '../../scripts/backup/back-up.ts'
import { type BackupWorker, backupWorker } from '../../scripts/backup/client.ts'
import { openBackup } from '../../scripts/backup/folder.ts'
import { requireRoom, restore, verify } from '../../scripts/backup/restore.ts'
import { Progress } from '../../scripts/local/progress.ts'
import { pngOf } from '../pictures.ts'
import { answered } from './harness/asking.ts'
import { newRequest, organizationOf, verified, withStorage } from './harness/audits.ts'
import { type Caller, signedOut } from './harness/callers.ts'
import { process, textFile, uploaded } from './harness/files.ts'
import { memberObjectOf, queryMember } from './harness/member-objects.ts'
import { seedMembers } from './harness/members.ts'
import { scripted } from './harness/streams.ts'

const token = 'the token of this run'
const send = (path: string, init: RequestInit, authorization = `Bearer ${token}`) =>
  serveBackup(new Request(`http://backup.test${path}`, { ...init, headers: { authorization } }), env, token)
const worker = backupWorker(send)
const progress = new Progress({ write: () => true } as unknown as NodeJS.WriteStream)
const folder = await mkdtemp(join(tmpdir(), 'backups-'))

const makeBackup = (from = worker, keepAccounts: (path: string) => Promise<string[]> = async () => []) =>
  backUp({ worker: from, folder, of: 'a test', keepAccounts, progress })

/** The same Worker, to which something happens before some calls. */
const workerThat = (before: (name: string, input: object) => Promise<void>): BackupWorker => ({
  ...worker,
  call: (name, input) => before(name, input).then(() => worker.call(name, input)),
})

async function restoreBackup(from = worker) {
  const opened = await openBackup(folder)
  const files = await verify(opened)
  await requireRoom(from, opened, files)
  return restore(from, opened, files, progress)
}

async function empty() {
  await reset()
  await applyD1Migrations(env.DB, env.TEST_MIGRATIONS)
}

const builtin = { variables: { OPENAI_MODELS: '' } }
const leave = { query: 'How many unused days of leave may employees carry over?' }

/** What these callers see, screen by screen. */
async function seen(admin: Caller, user: Caller, { files, conversation }: { files: number[]; conversation: number }) {
  const json = async (caller: Caller, path: string) => (await caller(path)).json()
  return {
    admin: await Promise.all(
      [
        '/web/v1/users',
        '/v1/audits',
        '/v1/audits/1',
        '/v1/audits/40',
        '/v1/actions',
        '/v1/feedback',
        '/v1/metrics',
        '/v1/quotas',
        '/v1/blocked-keywords',
        '/v1/retention',
        '/v1/holds',
        '/web/v1/agents',
      ].map((path) => json(admin, path)),
    ),
    user: await Promise.all(
      [
        '/web/v1/users/me',
        '/web/v1/conversations',
        `/v1/conversations/${conversation}/entries`,
        '/web/v1/conversations/search?q=kangaroo&page=1',
        '/web/v1/files',
        ...files.flatMap((id) => [`/web/v1/files/${id}/content`, `/web/v1/files/${id}/thumbnail`]),
      ].map((path) => json(user, path)),
    ),
    bytes: await Promise.all(
      files.map(async (id) => {
        const { url } = (await json(user, `/v1/files/${id}/download_url`)) as { url: string }
        const { pathname, search } = new URL(url)
        const response = await signedOut(pathname + search)
        return [response.status, response.headers.get('content-type'), [...(await response.bytes())]]
      }),
    ),
  }
}

test('A product that is restored from a backup shows an admin and a member what the one before did, and goes on from there', async () => {
  const { organization, admin, user } = await seedMembers('kept.example', { admin: 'admin', user: 'user' })
  const { mark } = await scripted([{ say: 'Of kangaroos there are many. '.repeat(30) }])
  const talk = await answered(user, { query: `${mark} kangaroos?` })
  const { conversationId: conversation, entryId } = talk
  await user(`/web/v1/conversations/${conversation}/entries/${entryId}/feedback?value=good`, { method: 'PATCH' })
  const text = await uploaded(user, textFile('leave.txt', 'Employees may carry over five unused days of leave.'))
  const other = await uploaded(admin, textFile('travel.txt', 'A taxi is paid for after ten at night.'))
  const picture = await uploaded(user, new File([await pngOf(400, 300)], 'picture.png'))
  for (const file of [text, other, picture]) await process(file)
  await admin('/v1/blocked-keywords', { method: 'POST', json: { keyword: 'forbidden' } })
  await admin('/v1/retention', { method: 'PUT', json: { conversations: 400, generated_files: null, audit_texts: 400 } })
  await admin(`/v1/users/${organization.users[1]!.id}/hold`, { method: 'PUT', json: { reason: 'a lawsuit' } })
  const own = await organizationOf(organization.id)
  for (let number = 1; number <= 50; number++) {
    await appendRequest(
      env,
      own,
      newRequest({ question: `Question ${number}`, user_id: organization.users[1]!.id, conversation_id: 70 }),
    )
    if (number === 30) await withStorage(own.id, (storage) => sealNext(storage, env.FILES))
  }
  await answered(user, leave, builtin)
  const here = { files: [text.id, picture.id], conversation }
  const before = await seen(admin, user, here)
  const chain = await verified(own.id)
  expect(chain.at(-1)).toMatchObject({ type: 'end', problems: 0 })

  const { path, manifest, gone } = await makeBackup(worker, async (path) => {
    await writeFile(join(path, 'accounts.json'), '{"users":[]}')
    return ['accounts.json']
  })
  expect(gone).toEqual([])
  expect(manifest).toMatchObject({ organizations: 1, members: 2, objects: { count: 7 } })
  expect((await readdir(path)).toSorted()).toEqual([
    'accounts.json',
    'bytes.ndjson',
    'directory.ndjson.gz',
    'manifest.json',
    'members',
    'organizations',
    'rows.ndjson',
  ])

  await empty()
  const interrupting = workerThat(async (name) => {
    if (name === 'index') throw new Error('interrupted')
  })
  await expect(restoreBackup(interrupting)).rejects.toThrow('interrupted')
  expect(await restoreBackup()).toMatchObject({ left: 0, pages: 2 })
  await runDurableObjectAlarm(await memberObjectOf('user@kept.example'))
  expect(await seen(admin, user, here)).toEqual(before)
  expect(await verified(own.id)).toEqual(chain)

  const found = await answered(user, leave, builtin)
  expect(found.references).toMatchObject([{ file_id: text.id }])
  // The organisation has heard of a conversation 70: this one is another.
  expect(found.conversationId).toBe(71)
  expect((await verified(own.id)).at(-1)).toMatchObject({ rows: 56, problems: 0 })
}, 60_000)

describe('a backup', () => {
  test('that is made again copies no bytes that are there, and keeps none that no backup names', async () => {
    await empty()
    const { admin } = await seedMembers('again.example', { admin: 'admin' })
    const files = [textFile('kept.txt', 'This is kept.'), textFile('deleted.txt', 'This is deleted.')]
    const [, deleted] = await Promise.all(files.map((file) => uploaded(admin, file)))
    const first = await makeBackup()
    expect([first.manifest.objects.count, first.copied]).toEqual([2, first.manifest.objects.bytes])
    await admin(`/v1/files/${deleted!.id}`, { method: 'DELETE' })
    const second = await makeBackup()
    expect([second.manifest.objects.count, second.copied]).toEqual([1, 0])
    for (const name of await readdir(folder)) {
      if (name !== 'bytes' && !second.path.endsWith(name)) await rm(join(folder, name), { recursive: true })
    }
    await makeBackup()
    const parts = await readdir(join(folder, 'bytes'))
    const names = await Promise.all(parts.map((part) => readdir(join(folder, 'bytes', part))))
    expect(names.flat()).toHaveLength(1)
  })

  test('reads a member again whose conversations change meanwhile', async () => {
    await empty()
    await seedMembers('busy.example', { admin: 'admin' })
    const address = 'admin@busy.example'
    await queryMember(address, "INSERT INTO conversations (id, title, agent) VALUES (1, 'Long', 'auto_ai')")
    const insert = (count: number) =>
      queryMember(
        address,
        `WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < ?)
         INSERT INTO entries (conversation_id, kind, agent, text)
         SELECT 1, 'question', 'auto_ai', printf('%.*c', 60000, 'x') FROM numbers`,
        count,
      )
    await insert(110)
    let parts = 0
    const busy = workerThat(async (name, input) => {
      if (name !== 'dump' || !('place' in input) || !input.place) return
      if (++parts === 1) await insert(1)
    })
    await makeBackup(busy)
    expect(parts).toBe(2)
    await empty()
    await restoreBackup()
    expect(await queryMember(address, 'SELECT count(*) AS entries FROM entries')).toEqual([{ entries: 111 }])
  })

  test('has nothing of a member who is deleted meanwhile, and goes on', async () => {
    await empty()
    const { admin, leaver } = await seedMembers('left.example', { admin: 'admin', leaver: 'user' })
    for (const caller of [admin, leaver]) await answered(caller, leave, builtin)
    const object = await memberObjectOf('leaver@left.example')
    const leaving = workerThat(async (name) => {
      if (name === 'dump') await object.erase()
    })
    const { manifest } = await makeBackup(leaving)
    expect(manifest.versions.member).toBe(3)
    await empty()
    await restoreBackup()
    expect(await queryMember('admin@left.example', 'SELECT title FROM conversations')).toHaveLength(1)
    expect(await queryMember('leaver@left.example', 'SELECT title FROM conversations')).toHaveLength(0)
  })

  test('leaves out of the directory what belongs to something that was deleted meanwhile, as the deletion does', async () => {
    await empty()
    const { organization } = await seedMembers('gone.example', { admin: 'admin' })
    const file = (id: number, group: number, uploader: number) => ({
      table: 'files',
      row: {
        id,
        organization_id: organization.id,
        group_id: group,
        uploaded_by: uploader,
        object_key: `key ${id}`,
        name: 'a.txt',
        type: 'document',
        mime_type: 'text/plain',
        size: 1,
        source: 'upload',
        status: 'done',
      },
    })
    const rows = [file(1, organization.groupId, 999), file(2, 999, organization.users[0]!.id)]
    const kept = { lines: rows.map((row) => JSON.stringify(row)).join('\n') }
    for (const _ of ['once', 'again']) {
      expect(await worker.call('load', { home: { kind: 'directory' }, kept })).toEqual({ left: 1 })
    }
    const { results } = await env.DB.prepare('SELECT id, uploaded_by FROM files').all()
    expect(results).toEqual([{ id: 1, uploaded_by: null }])
  })

  test('is restored into an empty product alone, and only as it was written', async () => {
    await empty()
    await seedMembers('full.example', { admin: 'admin' })
    const { path } = await makeBackup()
    await expect(restoreBackup()).rejects.toThrow('The product is not empty: it has an organisation.')
    await empty()
    await env.DB.prepare("INSERT INTO d1_migrations (name) VALUES ('9999_later.sql')").run()
    await expect(restoreBackup()).rejects.toThrow('Deploy the version of that day')
    await writeFile(join(path, 'directory.ndjson.gz'), 'something else')
    await expect(restoreBackup()).rejects.toThrow('directory.ndjson.gz is not what was written')
  })

  test('is made for nobody who does not know the token of its run', async () => {
    for (const authorization of ['', 'Bearer ', 'Bearer another']) {
      expect((await send('/state', { method: 'POST', body: '{}' }, authorization)).status).toBe(401)
    }
    const unset = new Request('http://backup.test/state', { method: 'POST', headers: { authorization: 'Bearer ' } })
    expect((await serveBackup(unset, env, '')).status).toBe(401)
  })
})
