import type { Member } from './actors.ts'
import type { Place } from './objects.ts'

/** What a member is told of a thing: it is done, it is not there, or it is not allowed. */
export type Outcome = 'may' | 'hidden' | 'forbidden'
export type Policy = (member: Member, place: Place) => Outcome

/** Which places are in reach of whom, as the product promises it: everything is in terms of these. */
const own: Record<Member, Place[]> = {
  user: ['user'],
  peer: ['peer'],
  admin: ['organization'],
  demoted: [],
  'foreign admin': ['foreign'],
}
const administered: Record<Member, Place[]> = {
  user: [],
  peer: [],
  admin: ['user', 'peer', 'organization'],
  demoted: [],
  'foreign admin': ['foreign', 'foreign user'],
}
const shared: Record<Member, Place[]> = {
  user: ['organization'],
  peer: ['organization'],
  admin: ['organization'],
  demoted: ['organization'],
  'foreign admin': ['foreign'],
}

/** Whether it is the member's own. */
export const isOwn = (member: Member, place: Place) => own[member].includes(place)
const isAdministered = (member: Member, place: Place) => administered[member].includes(place)
const isShared = (member: Member, place: Place) => shared[member].includes(place)
const isAdmin = (member: Member) => administered[member].length > 0

/** The own and the organisation's; admins all of it. */
export const reads: Policy = (member, place) =>
  isOwn(member, place) || isShared(member, place) || isAdministered(member, place) ? 'may' : 'hidden'

/** The own; admins all of the organisation's. What may be read only is forbidden, everything else hidden. */
export const changes: Policy = (member, place) => {
  if (isOwn(member, place) || isAdministered(member, place)) return 'may'
  return isShared(member, place) ? 'forbidden' : 'hidden'
}

/** Whoever began it, and admins. */
export const finishes: Policy = (member, place) =>
  isOwn(member, place) || isAdministered(member, place) ? 'may' : 'hidden'

/** Groups are no secret, since they are named by nobody: what is not the own is forbidden. */
export const writesTo: Policy = (member, place) =>
  isOwn(member, place) || isAdministered(member, place) ? 'may' : 'forbidden'

/** The own, and as an admin the organisation's; others' own are nobody else's, an admin's neither. */
export const keeps: Policy = (member, place) => {
  if (isOwn(member, place)) return 'may'
  return isShared(member, place) ? 'forbidden' : 'hidden'
}

/** All members of its organisation. */
export const readsShared: Policy = (member, place) => (isShared(member, place) ? 'may' : 'hidden')

/** Nobody but the owner, an admin neither. */
export const owns: Policy = (member, place) => (isOwn(member, place) ? 'may' : 'hidden')

/** Admins, of their organisation. */
export const administers: Policy = (member, place) => {
  if (!isAdmin(member)) return 'forbidden'
  return isAdministered(member, place) ? 'may' : 'hidden'
}

/** Admins, but not themselves. */
export const administersOthers: Policy = (member, place) =>
  isAdmin(member) && isOwn(member, place) ? 'forbidden' : administers(member, place)

/** Everybody their own; admins others' too. Who is no admin sees nobody, which is no secret. */
export const tends: Policy = (member, place) => (isOwn(member, place) ? 'may' : administers(member, place))

/** Only one's own organisation is named, by admins. */
export const ofOwnOrganization: Policy = (member, place) =>
  isAdmin(member) && isAdministered(member, place) ? 'may' : 'forbidden'

/** Only oneself is named. */
export const oneself: Policy = (member, place) => (isOwn(member, place) ? 'may' : 'forbidden')
