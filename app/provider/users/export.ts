import { and, desc, eq, inArray, lt, sql } from 'drizzle-orm'
import { type Database, users } from '~/provider/db/index.ts'
import type { ExportSource } from '~/provider/exports/source.ts'
import { m } from '~/paraglide/messages'
import { matchOf } from './match.ts'
import { type UserRow } from './user.ts'

/** Users that one batch reads. */
const step = 500

/** All users of an organisation, or those whose address contains the filter's `email`, the latest first. */
export const usersExport: ExportSource = {
  name: (locale) => m.users_table_name({}, { locale }),
  // In one language whatever the reader's: the file can be imported again.
  header: () => ['id', 'email', 'role', 'name', 'language', 'joined', 'created_at'],
  async *batches(db, organizationId, { email }) {
    const read = typeof email === 'string' && email.trim() !== '' ? matching(email.trim()) : all
    for await (const rows of read(db, organizationId)) yield rows.map(cellsOf)
  },
}

type Read = (db: Database, organizationId: number) => AsyncGenerator<UserRow[], void>

const all: Read = async function* (db, organizationId) {
  let last: UserRow | undefined
  do {
    const rows: UserRow[] = await db
      .select()
      .from(users)
      .where(and(eq(users.organization_id, organizationId), last && lt(users.id, last.id)))
      .orderBy(desc(users.id))
      .limit(step)
    yield rows
    last = rows.length < step ? undefined : rows.at(-1)
  } while (last)
}

const matching = (email: string): Read =>
  async function* (db, organizationId) {
    const { behind, order } = await matchOf(db, organizationId, email)
    let last: UserRow | undefined
    do {
      const rows: UserRow[] = await db
        .select()
        .from(users)
        .where(inArray(users.id, sql`(${behind(step, last)})`))
        .orderBy(order)
      yield rows
      last = rows.length < step ? undefined : rows.at(-1)
    } while (last)
  }

const cellsOf = ({ id, email, role, name, language, uid, created_at }: UserRow): string[] => [
  String(id),
  email,
  role,
  name ?? '',
  language,
  String(uid !== null),
  created_at,
]
