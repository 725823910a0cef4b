import type { Database } from './database.ts'

/** An organisation as it begins: who is invited, and where its days begin. */
export interface NewOrganization {
  name: string
  /** IANA name, such as Asia/Tokyo. */
  timeZone: string
  users: readonly { email: string; role: 'admin' | 'user' }[]
  language: 'en' | 'ja'
}

/** Makes an organisation with its group and invites these users, all or nothing. */
export async function addOrganization(database: Database, organization: NewOrganization): Promise<void> {
  const { name, timeZone, users, language } = organization
  const organizationId = '(SELECT max(id) FROM organizations)'
  const insertGroup = `INSERT INTO groups (organization_id, name, type) VALUES (${organizationId}, ?, ?)`
  await database.batch([
    database.prepare('INSERT INTO organizations (name, time_zone) VALUES (?, ?)').bind(name, timeZone),
    database.prepare(insertGroup).bind(name, 'organization'),
    ...users.flatMap(({ email, role }) => [
      database.prepare(insertGroup).bind('Private', 'user'),
      database
        .prepare(
          `INSERT INTO users (organization_id, private_group_id, email, role, language)
           VALUES (${organizationId}, (SELECT max(id) FROM groups), ?, ?, ?)`,
        )
        .bind(email, role, language),
    ]),
  ])
}

/** Whether it is the IANA name of a time zone. */
export function isTimeZone(name: string): boolean {
  try {
    return Boolean(new Intl.DateTimeFormat('en', { timeZone: name }))
  } catch {
    return false
  }
}
