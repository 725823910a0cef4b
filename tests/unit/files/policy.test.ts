import { expect, test } from 'vitest'
import { type FileGroup, mayChangeFiles, mayReadFiles } from '~/provider/files/policy.ts'
import type { Member } from '~/provider/identity/members.ts'

const own: FileGroup = { group_id: 10, group_type: 'user', organization_id: 1 }
const peers: FileGroup = { group_id: 11, group_type: 'user', organization_id: 1 }
const organization: FileGroup = { group_id: 12, group_type: 'organization', organization_id: 1 }
const foreign: FileGroup = { group_id: 20, group_type: 'organization', organization_id: 2 }
const foreignPrivate: FileGroup = { group_id: 21, group_type: 'user', organization_id: 2 }
const all = { own, peers, organization, foreign, foreignPrivate }

const user: Member = {
  id: 1,
  key: 'member',
  organizationId: 1,
  organizationKey: 'organization',
  privateGroupId: 10,
  role: 'user',
  language: 'en',
  email: 'user@example.com',
  name: null,
  picture: null,
}
const admin: Member = { ...user, role: 'admin' }

test('a user reads the own private group and the organisation', () => {
  expect(allowed(mayReadFiles, user)).toEqual(['own', 'organization'])
})

test('a user changes files in the own private group alone', () => {
  expect(allowed(mayChangeFiles, user)).toEqual(['own'])
})

test('an admin reads every group of the organisation', () => {
  expect(allowed(mayReadFiles, admin)).toEqual(['own', 'peers', 'organization'])
})

test('an admin changes files in every group of the organisation', () => {
  expect(allowed(mayChangeFiles, admin)).toEqual(['own', 'peers', 'organization'])
})

const allowed = (rule: (member: Member, group: FileGroup) => boolean, member: Member) =>
  Object.entries(all).flatMap(([name, group]) => (rule(member, group) ? [name] : []))
