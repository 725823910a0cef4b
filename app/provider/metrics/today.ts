import { eq } from 'drizzle-orm'
import { type Database, organizations } from '~/provider/db/index.ts'
import { dayIn } from './buckets.ts'

/** An organisation's day: the buckets that count what happens in it. */
export interface OrganizationDay {
  organizationId: number
  timeZone: string
  /** `2026-11-21` */
  day: string
}

/** The day that it is for an organisation, which begins at midnight in its time zone. */
export async function today(db: Database, organizationId: number): Promise<OrganizationDay> {
  const timeZone = await timeZoneOf(db, organizationId)
  return { organizationId, timeZone, day: dayIn(timeZone, new Date()) }
}

export async function timeZoneOf(db: Database, organizationId: number): Promise<string> {
  const organization = await db
    .select({ time_zone: organizations.time_zone })
    .from(organizations)
    .where(eq(organizations.id, organizationId))
    .get()
  if (!organization) throw new Error('the organisation is gone')
  return organization.time_zone
}
