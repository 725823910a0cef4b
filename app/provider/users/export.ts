import { and, desc, eq, inArray, lt, sql } from 'drizzle-orm'
import { type Database, users } from '~/provider/db/index.ts'
import type { ExportSource } from '~/provider/exports/source.ts'
import { m } from '~/paraglide/messages'
import { matchOf } from './match.ts'

/** Users that one batch reads. */
const step = 500

/** What is read of a user, and no more: it is read a million times. */
const columns = {
  id: users.id,
  email: users.email,
  role: users.role,
  name: users.name,
  language: users.language,
  uid: users.uid,
  deactivated_at: users.deactivated_at,
  created_at: users.created_at,
}

type Row = Pick<typeof users.$inferSelect, keyof typeof columns>

/** All users of an organisation, or those whose address contains the filter's `email`, the latest first. */
export const usersExport: ExportSource = {
  name: (locale) => m.users_table_name({}, { locale }),
  // In one language whatever the reader's: the file can be imported again.
  header: () => ['id', 'email', 'role', 'name', 'language', 'joined', 'active', 'created_at'],
  async *batches({ db }, { organizationId }, { email }) {
    const read = typeof email === 'string' && email.trim() !== '' ? matching(email.trim()) : all
    for await (const rows of read(db, organizationId)) yield rows.map(cellsOf)
  },
}

type Read = (db: Database, organizationId: number) => AsyncGenerator<Row[], void>

const all: Read = async function* (db, organizationId) {
  let last: Row | undefined
  do {
    const rows: Row[] = await db
      .select(columns)
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
    let last: Row | undefined
    do {
      const rows: Row[] = await db
        .select(columns)
        .from(users)
        .where(inArray(users.id, sql`(${behind(step, last)})`))
        .orderBy(order)
      yield rows
      last = rows.length < step ? undefined : rows.at(-1)
    } while (last)
  }

const cellsOf = ({ id, email, role, name, language, uid, deactivated_at, created_at }: Row): string[] => [
  String(id),
  email,
  role,
  name ?? '',
  language,
  String(uid !== null),
  String(deactivated_at === null),
  created_at,
]
