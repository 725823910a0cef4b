import { env } from 'cloudflare:workers'
import type { Entry } from '~/contract/conversations.ts'
import { makeKey } from '../harness/api-keys.ts'
import { answered, entriesOf } from '../harness/asking.ts'
import type { Caller } from '../harness/callers.ts'
import { formOf, heldQueue, process, textFile, uploaded } from '../harness/files.ts'
import { queryMember } from '../harness/member-objects.ts'
import { put, reserved } from '../harness/uploading.ts'
import { inviteInto, type seedActors } from './actors.ts'

/** Whose a thing is: somebody's own, the organisation's (of conversations and users: the admin's), another organisation's, nobody's. */
export const places = ['user', 'peer', 'organization', 'foreign', 'foreign user', 'missing', 'deleted'] as const
export type Place = (typeof places)[number]

/** What calls name by an id. */
export const kinds = [
  'file',
  'image',
  'upload',
  'group',
  'conversation',
  'user',
  'keyword',
  'prompt',
  'notice',
  'agent',
  'site',
  'audit',
  'organization',
  'API key',
  'service account',
] as const
export type Kind = (typeof kinds)[number]

type Actors = Awaited<ReturnType<typeof seedActors>>
export type World = Awaited<ReturnType<typeof seedWorld>>

const missing = 999_999
/** A word that stands in all that belongs to a place, and in nothing else. */
export const wordOf = (place: Place) => `zq${place.replace(' ', '')}qz`

const unlimited = { UPLOADS_PER_MINUTE: '100000', QUESTIONS_PER_MINUTE: '100000', RUNNING_ANSWERS: '1000' }
export const variables = () => ({ ...unlimited, JOBS: heldQueue().JOBS })

/** One thing of each kind in each place, with the words of its place in it, and how another is made. */
export async function seedWorld(actors: Actors) {
  const { ours, theirs, ids } = actors
  const owners: Record<Place, Caller> = {
    user: ours.user,
    peer: ours.peer,
    organization: ours.admin,
    foreign: theirs.admin,
    'foreign user': theirs.user,
    missing: ours.user,
    deleted: ours.user,
  }
  const organizations = { ours: ours.organization, theirs: theirs.organization }
  const organizationIn = (place: Place) => organizations[place.startsWith('foreign') ? 'theirs' : 'ours']
  const groups: Record<Place, number> = {
    user: ours.organization.users[0]!.privateGroupId,
    peer: ours.organization.users[1]!.privateGroupId,
    organization: ours.organization.groupId,
    foreign: theirs.organization.groupId,
    'foreign user': theirs.organization.users[1]!.privateGroupId,
    missing,
    deleted: await goneGroup(ours.organization.id),
  }
  const groupOf = (place: Place) => (place === 'deleted' ? groups.user : groups[place])
  const entries = new Map<string, Entry[]>()
  const entriesIn = (place: Place, id: number) => entries.get(`${place} ${id}`) ?? []

  const insert = async (query: string, ...values: (string | number | null)[]) =>
    (await env.DB.prepare(`${query} RETURNING id`)
      .bind(...values)
      .first<number>('id'))!

  const makers = {
    async file(place: Place) {
      const file = textFile(`${wordOf(place)}.txt`, `The code word of the plan is ${wordOf(place)}.`)
      const { id } = await uploaded(owners[place], file, `?group_id=${groupOf(place)}`)
      await process({ id })
      return id
    },
    async image(place: Place) {
      const { id } = await uploaded(owners[place], textFile(`${wordOf(place)}.txt`), `?group_id=${groupOf(place)}`)
      const image = "UPDATE files SET type = 'image', mime_type = 'image/png', status = 'done' WHERE id = ?"
      await env.DB.prepare(image).bind(id).run()
      return id
    },
    async upload(place: Place) {
      const query = `&group_id=${groupOf(place)}`
      const { id, url } = await reserved(owners[place], `${wordOf(place)}.txt`, 4, { query, variables: variables() })
      await put(url, 'text')
      return id
    },
    async conversation(place: Place) {
      const caller = owners[place]
      const { conversationId } = await answered(caller, { query: `${wordOf(place)}?`, pipeline: 'chat_ai' })
      entries.set(`${place} ${conversationId}`, await entriesOf(caller, conversationId))
      return conversationId
    },
    user: (place: Place) =>
      inviteInto(organizationIn(place).id, `${wordOf(place)}-${crypto.randomUUID()}@invited.test`),
    keyword(place: Place) {
      const word = `${wordOf(place)}${crypto.randomUUID()}`
      const { id } = organizationIn(place)
      return insert('INSERT INTO blocked_keywords (organization_id, keyword, folded) VALUES (?, ?, ?)', id, word, word)
    },
    notice(place: Place) {
      const insertion = 'INSERT INTO notices (organization_id, text_en, ends_at) VALUES (?, ?, ?)'
      return insert(insertion, organizationIn(place).id, wordOf(place), '2020-01-01T00:00:00.000Z')
    },
    prompt(place: Place) {
      const word = `${wordOf(place)}${crypto.randomUUID()}`
      const { id } = organizationIn(place)
      const insertion = 'INSERT INTO prompts (organization_id, user_id, title, text) VALUES (?, ?, ?, ?)'
      const user = people.find(([owned]) => owned === place)?.[1] ?? 'user@ours.test'
      return insert(insertion, id, place === 'organization' || place === 'foreign' ? null : ids[user]!, word, word)
    },
    async 'API key'(place: Place) {
      return (await makeKey(owners[place], { name: wordOf(place) })).id
    },
    async 'service account'(place: Place) {
      const { id, groupId } = organizationIn(place)
      const uid = crypto.randomUUID()
      return insert(
        'INSERT INTO users (organization_id, private_group_id, email, uid, is_service) VALUES (?, ?, ?, ?, 1)',
        id,
        groupId,
        `${wordOf(place)}-${uid}@service.invalid`,
        uid,
      )
    },
    site(place: Place) {
      const { id, groupId } = organizationIn(place)
      const url = `https://${wordOf(place)}.example/${crypto.randomUUID()}`
      return insert(
        "INSERT INTO sites (organization_id, group_id, url, max_pages, status) VALUES (?, ?, ?, 1, 'done')",
        id,
        groupId,
        url,
      )
    },
  }

  // Ids of conversations count within a member: so that each stands for one, everybody's begin elsewhere.
  for (const [index, place] of places.slice(0, 5).entries())
    await beginConversationsAt(emailOf(place), 100 * (index + 1))

  const standing: Record<Kind, Partial<Record<Place, number>>> = {
    file: await everywhere(makers.file),
    image: await everywhere(makers.image),
    upload: await everywhere(makers.upload),
    group: groups,
    conversation: await everywhere(makers.conversation),
    user: { ...Object.fromEntries(people.map(([place, email]) => [place, ids[email]!])), missing },
    keyword: await forOrganizations(makers.keyword),
    prompt: await everywhere(makers.prompt),
    notice: await forOrganizations(makers.notice),
    agent: { organization: await firstId(ours.admin, '/web/v1/agents'), missing },
    site: await forOrganizations(makers.site),
    audit: {},
    'API key': await everywhere(makers['API key']),
    'service account': await forOrganizations(makers['service account']),
    organization: { organization: ours.organization.id, foreign: theirs.organization.id, missing },
  }
  standing.agent.foreign = await firstId(theirs.admin, '/web/v1/agents')
  // Audits count within their organisation, too: under our latest there is none of theirs, and our first is none, but that of a deletion.
  for (let number = 0; number < 4; number++) await makers.conversation('organization')
  standing.audit = { organization: await firstId(ours.admin, '/v1/audits'), foreign: 1, missing }
  standing.user.deleted = ids['deleted@ours.test']!
  for (const kind of ['file', 'image', 'upload'] as const)
    await ours.user(`/v1/files/${standing[kind].deleted}`, { method: 'DELETE', variables: variables() })
  await ours.user(`/v1/conversations/${standing.conversation.deleted}`, { method: 'DELETE' })
  await ours.admin(`/v1/blocked-keywords/${standing.keyword.deleted}`, { method: 'DELETE' })
  await ours.admin(`/v1/notices/${standing.notice.deleted}`, { method: 'DELETE' })
  await ours.user(`/web/v1/prompts/${standing.prompt.deleted}`, { method: 'DELETE' })
  await ours.user(`/web/v1/api-keys/${standing['API key'].deleted}`, { method: 'DELETE' })
  await env.DB.prepare('DELETE FROM users WHERE id = ?').bind(standing['service account'].deleted).run()
  await env.DB.prepare('DELETE FROM sites WHERE id = ?').bind(standing.site.deleted).run()

  return {
    ...actors,
    standing,
    makers: makers as Partial<Record<Kind, (place: Place) => Promise<number>>>,
    entriesIn,
    organizationIn,
    ids,
  }

  async function everywhere(make: (place: Place) => Promise<number>) {
    const made: Partial<Record<Place, number>> = { missing }
    for (const place of places) if (place !== 'missing') made[place] = await make(place)
    return made
  }

  async function forOrganizations(make: (place: Place) => Promise<number>) {
    const [organization, foreign, deleted] = [await make('organization'), await make('foreign'), await make('deleted')]
    return { organization, foreign, deleted, missing }
  }
}

const people = [
  ['user', 'user@ours.test'],
  ['peer', 'peer@ours.test'],
  ['organization', 'admin@ours.test'],
  ['foreign', 'admin@theirs.test'],
  ['foreign user', 'user@theirs.test'],
] as const
const emailOf = (place: Place) => people.find(([owned]) => owned === place)![1]

async function beginConversationsAt(email: string, id: number) {
  await queryMember(email, "INSERT INTO conversations (id, title, agent) VALUES (?, '', 'chat_ai')", id)
  await queryMember(email, 'DELETE FROM conversations WHERE id = ?', id)
}

async function goneGroup(organizationId: number): Promise<number> {
  const made = env.DB.prepare("INSERT INTO groups (organization_id, name, type) VALUES (?, '', 'user') RETURNING id")
  const id = await made.bind(organizationId).first<number>('id')
  await env.DB.prepare('DELETE FROM groups WHERE id = ?').bind(id).run()
  return id!
}

async function firstId(caller: Caller, path: string): Promise<number> {
  const listed = await (await caller(path)).json<{ id: number }[] | { data: { id: number }[] }>()
  return (Array.isArray(listed) ? listed : listed.data)[0]!.id
}

/** A form with one small file. */
export const oneFile = () => formOf(textFile('new.txt'))
