import { expect } from 'vitest'
import { everything, refusal } from './files.ts'
import { type Caller, signedIn, signedOut } from './callers.ts'
import { seedMembers } from './members.ts'

/** Whose group a file is in, or goes to, seen from the user. */
export type Place = 'own' | 'peers' | 'organization' | 'foreign' | 'foreign private'
/** A row of the table of who may call what: a caller, and what it is answered for each place. */
export type Row = [caller: string, expected: Record<Place, object>]

export const places: Place[] = ['own', 'peers', 'organization', 'foreign', 'foreign private']

export const ok = { status: 200 }
export const hidden = { status: 404, code: 'does_not_exist', info: { entity: 'file' } }
export const forbidden = { status: 403, code: 'operation_not_authorized' }
export const unknown = { status: 401, code: 'invalid_credentials' }
export const uninvited = { status: 403, code: 'user_not_invited' }

export const everywhere = (answer: object) => Object.fromEntries(places.map((place) => [place, answer])) as Row[1]
/** Who gets the same answer in every table. */
export const strangers: Row[] = [
  ['nobody', everywhere(unknown)],
  ['uninvited person', everywhere(uninvited)],
]

/** Two organisations of these domains, the callers of the table, and the group of each place. */
export async function seedPlaces(our: string, their: string) {
  const ours = await seedMembers(our, { user: 'user', peer: 'user', admin: 'admin' })
  const theirs = await seedMembers(their, { user: 'user', admin: 'admin' })
  const callers: Record<string, Caller> = {
    nobody: signedOut,
    'uninvited person': await signedIn(`uninvited@${our}`),
    user: ours.user,
    peer: ours.peer,
    admin: ours.admin,
    'foreign admin': theirs.admin,
  }
  const groups: Record<Place, number> = {
    own: ours.organization.users[0]!.privateGroupId,
    peers: ours.organization.users[1]!.privateGroupId,
    organization: ours.organization.groupId,
    foreign: theirs.organization.groupId,
    'foreign private': theirs.organization.users[0]!.privateGroupId,
  }
  return { ours, theirs, callers, groups }
}

/** Status of an answer; code and entity of a refusal. */
export const answerOf = async (response: Response) => (response.ok ? { status: response.status } : refusal(response))

/** What a call answers for each place; one that is refused has changed nothing. */
export async function answersOf(call: (place: Place) => Promise<Response>): Promise<Record<Place, object>> {
  const answers = {} as Record<Place, object>
  for (const place of places) {
    const before = await everything()
    answers[place] = await answerOf(await call(place))
    if ('code' in answers[place]) expect(await everything()).toEqual(before)
  }
  return answers
}
