import { env } from 'cloudflare:workers'
import { expect, test } from 'vitest'
import { groups, openDatabase, organizations } from '~/provider/db/index.ts'
import { mayReadFiles, readableGroups } from '~/provider/files/policy.ts'
import type { Member } from '~/provider/identity/members.ts'

const db = openDatabase(env.DB)

test('the query for readable groups finds exactly the groups that a member may read', async () => {
  const [ours, theirs] = await db
    .insert(organizations)
    .values([{ name: 'Ours' }, { name: 'Theirs' }])
    .returning()
  const rows = await db
    .insert(groups)
    .values(
      [ours!, theirs!].flatMap(({ id: organization_id }) => [
        { organization_id, name: 'Private', type: 'user' as const },
        { organization_id, name: 'Private', type: 'user' as const },
        { organization_id, name: 'Everyone', type: 'organization' as const },
        { organization_id, name: 'Sales', type: 'organization' as const },
      ]),
    )
    .returning()

  const counts = []
  for (const role of ['user', 'admin'] as const) {
    const member = { role, organizationId: ours!.id, privateGroupId: rows[0]!.id } as Member
    const readable = rows.filter((row) => mayReadFiles(member, { ...row, group_id: row.id, group_type: row.type }))
    const found = await readableGroups(db, member)
    expect(found.map(({ id }) => id).toSorted()).toEqual(readable.map(({ id }) => id).toSorted())
    counts.push(found.length)
  }
  expect(counts).toEqual([3, 4])
})
