import { describe, expect, it } from 'vitest'
import type { Group, Me } from '~/contract/users.ts'
import { groupIdsOf, mayChange, uploadGroups } from '~/web/files/groups.ts'

const own: Group = { id: 11, name: 'Private', type: 'user' }
const shared: Group = { id: 1, name: 'Example', type: 'organization' }
const second: Group = { id: 2, name: 'Example Labs', type: 'organization' }
const groups = [own, shared, second]

const member = (user_role: Me['user_role']): Me => ({
  user_id: 7,
  user_role,
  organization_id: 3,
  language: 'en',
  time_zone: 'UTC',
  conversations_kept: null,
  email: 'a@example.com',
  name: null,
  picture: null,
  groups,
})

describe('the group filter', () => {
  it('asks for all groups without naming any', () => {
    expect(groupIdsOf(undefined, groups)).toBeUndefined()
  })

  it('asks for the own private group, or for every one of the organisation', () => {
    expect(groupIdsOf('private', groups)).toBe('11')
    expect(groupIdsOf('organization', groups)).toBe('1,2')
  })
})

describe('a user', () => {
  it('adds files to the own private group alone', () => {
    expect(uploadGroups(member('user'))).toEqual([own])
  })

  it('deletes files of the own private group, not of the organisation or of others', () => {
    expect(mayChange(member('user'), { group_id: own.id })).toBe(true)
    expect(mayChange(member('user'), { group_id: shared.id })).toBe(false)
    expect(mayChange(member('user'), { group_id: 99 })).toBe(false)
  })
})

describe('an admin', () => {
  it("adds files to the own private group and the organisation's", () => {
    expect(uploadGroups(member('admin'))).toEqual(groups)
  })

  it('deletes any file', () => {
    for (const group_id of [own.id, shared.id, 99]) expect(mayChange(member('admin'), { group_id })).toBe(true)
  })
})
