import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { Entry } from '../../../app/contract/conversations.ts'
import type { Outcome } from '../fault.ts'
import { invitedBy, type Person, type Work } from './work.ts'

/** The most characters that the model says in a second, and in a beat more. */
const aSecond = 550

type Found = Required<Omit<Outcome, 'tries'>>

/** What members see of their conversations, and the organisation of its audits. */
export interface Told {
  /** The question and the answer of each conversation, by its owner and id. */
  conversations: Map<string, { title: string; entries: Entry[] }>
  /** Of each chat request: its owner and conversation. */
  audits: string[]
  actions: { action: string; target: string; details: Record<string, unknown> }[]
  problems: number
}

export const keyOf = ({ email }: Person, conversationId: number) => `${email} ${conversationId}`

/** Compares what was acknowledged and seen with what is there. @param state of a product that is stopped */
export function compare(history: Work[], told: Told, state: string): Found {
  const found: Found = { lost: 0, doubled: 0, stuck: 0, leaked: 0, notes: [] }
  const note = (what: 'lost' | 'doubled' | 'stuck', text: string) => {
    found[what] += 1
    found.notes.push(`${what}: ${text}`)
  }
  /** That there is exactly one. */
  const once = (count: number, text: string) => {
    if (count === 0) note('lost', text)
    if (count > 1) note('doubled', text)
  }
  for (const work of history) {
    if (!work.isDone) note('stuck', `${work.kind} ${work.name} is not done after ${work.calls} calls`)
    if (work.refused) note('stuck', `${work.kind} ${work.name} is refused as ${work.refused} when it is repeated`)
  }
  const done = (kind: Work['kind']) => history.filter((work) => work.kind === kind && work.isDone && !work.refused)

  let shortened = 0
  const asked = Map.groupBy(told.conversations, ([, { entries }]) => questionOf(entries))
  for (const { name, person, id, seen } of done('question')) {
    const conversation = told.conversations.get(keyOf(person, id!))
    once(asked.get(`${name} script:lines`)?.length ?? 0, `question ${name}`)
    if (!conversation) continue
    const answer = conversation.entries.at(-1)!.content
    if (answer.version !== 2 || answer.status === 'streaming') {
      note('stuck', `the answer to ${name}`)
      continue
    }
    for (const words of seen.filter((words) => !answer.response.startsWith(words))) {
      const missing = words.length - answer.response.length
      // The error of such an answer says that this much may be missing.
      const isTold = answer.error_code === 'answer_interrupted' && missing <= aSecond
      if (isTold && words.startsWith(answer.response)) shortened += 1
      else note('lost', `${missing} characters that a reader of ${name} had seen`)
    }
    once(told.audits.filter((key) => key === keyOf(person, id!)).length, `the audit of ${name}`)
  }
  if (shortened > 0) found.notes.push(`${shortened} readers were told that the last second may be missing`)
  for (const { name, person, id } of done('rename')) {
    if (told.conversations.get(keyOf(person, id!))?.title !== name) note('lost', `the new name ${name}`)
  }
  if (told.problems > 0) note('lost', `${told.problems} problems of the chain`)

  using directory = open(state, 'd1')
  const files = rowsOf<{ name: string; status: string; object_key: string }>(directory, 'SELECT * FROM files')
  for (const { name } of [...done('upload'), ...done('parts')])
    once(files.filter((file) => file.name === `${name}.txt`).length, `file ${name}`)
  for (const { name, status } of files) if (status !== 'done') note('stuck', `file ${name} is ${status}`)

  const actions = (action: string, target: string) =>
    told.actions.filter((one) => one.action === action && one.target === target).length
  const deleted = new Set(done('deletion').map(({ id }) => id))
  const keywords = rowsOf<{ id: number; keyword: string }>(directory, 'SELECT * FROM blocked_keywords')
  for (const { name, id } of done('keyword')) {
    const there = keywords.filter(({ keyword }) => keyword === name).length
    if (deleted.has(id) && there > 0) note('lost', `the deletion of keyword ${name}`)
    if (!history.some((work) => work.kind === 'deletion' && work.id === id)) once(there, `keyword ${name}`)
  }
  for (const { name, id } of done('keyword')) {
    once(actions('keyword_added', name), `the record of keyword ${name}`)
    if (deleted.has(id)) once(actions('keyword_deleted', name), `the record that keyword ${name} was deleted`)
  }
  const users = rowsOf<{ email: string }>(directory, 'SELECT email FROM users')
  const emails = new Set(users.map(({ email }) => email))
  for (const { name } of done('import'))
    for (const email of invitedBy(name)) if (!emails.has(email)) note('lost', `user ${email}`)
  const imported = users.filter(({ email }) => email.startsWith('import')).length
  const recorded = told.actions
    .filter(({ action }) => action === 'users_imported')
    .reduce((sum, { details }) => sum + Number(details.created), 0)
  if (imported > recorded) note('lost', `the record of ${imported - recorded} imported users`)
  if (imported < recorded) note('doubled', `the record of ${recorded - imported} imported users`)
  const owed = rowsOf(directory, 'SELECT id FROM owed_actions WHERE delivered_at IS NULL').length
  if (owed > 0) note('stuck', `${owed} records that the chain does not have`)

  using bucket = open(state, 'r2')
  const keys = rowsOf<{ key: string }>(bucket, 'SELECT key FROM _mf_objects').map(({ key }) => key)
  const orphans = keys.filter(
    (key) => !key.startsWith('audits/') && !files.some(({ object_key }) => key.startsWith(object_key)),
  )
  if (orphans.length > 0) note('stuck', `${orphans.length} objects without a file`)
  const missing = files.filter(({ object_key }) => !keys.includes(object_key))
  for (const { name } of missing) note('lost', `the bytes of ${name}`)
  return found
}

const questionOf = ([question]: Entry[]) => (question?.content.version === 1 ? question.content.user_prompt : '')

const rowsOf = <Row>(database: DatabaseSync, query: string) => database.prepare(query).all() as Row[]

/** The database of the directory or of the bucket, which is the largest one there. */
function open(state: string, kind: 'd1' | 'r2') {
  const [holder] = readdirSync(join(state, kind)).filter((name) => name.startsWith('miniflare-'))
  const directory = join(state, kind, holder!)
  const [file] = readdirSync(directory).filter((name) => name.endsWith('.sqlite') && name !== 'metadata.sqlite')
  const database = new DatabaseSync(join(directory, file!))
  return Object.assign(database, { [Symbol.dispose]: () => database.close() })
}
