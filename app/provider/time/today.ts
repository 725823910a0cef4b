import { eq, type SQL } from 'drizzle-orm'
import { type Database, organizations } from '~/provider/db/index.ts'
import { dayIn } from '~/provider/time/buckets.ts'

/** An organisation's day: the buckets that count what happens in it. */
export interface OrganizationDay {
  organizationId: number
  timeZone: string
  /** `2026-11-21` */
  day: string
}

/** The day that it is for an organisation, which begins at midnight in its time zone. */
export async function today(db: Database, organizationId: number): Promise<OrganizationDay> {
  return dayOf(organizationId, await selectTimeZone(db, organizationId))
}

/** The same of the row that {@link selectTimeZone} gave. */
export function dayOf(organizationId: number, rows: { time_zone: string }[]): OrganizationDay {
  const timeZone = rows[0]?.time_zone
  if (!timeZone) throw new Error('the organisation is gone')
  return { organizationId, timeZone, day: dayIn(timeZone, new Date()) }
}

/** An organisation's time zone, as a statement. */
export const selectTimeZone = (db: Database, organizationId: number | SQL) =>
  db.select({ time_zone: organizations.time_zone }).from(organizations).where(eq(organizations.id, organizationId))

/** The day that it is in each time zone that an organisation has. */
export async function todayInZones(db: Database): Promise<Pick<OrganizationDay, 'timeZone' | 'day'>[]> {
  const zones = await db.selectDistinct({ timeZone: organizations.time_zone }).from(organizations)
  return zones.map(({ timeZone }) => ({ timeZone, day: dayIn(timeZone, new Date()) }))
}
