import { and, asc, between, eq, isNull } from 'drizzle-orm'
import { ApiError } from '~/contract/errors.ts'
import { openDatabase, users } from '~/provider/db/index.ts'
import type { Job } from '~/provider/queue/job.ts'
import { type Invited, logNotMailed, sendInvitation } from './invitation.ts'

/** The users of an organisation with ids from `from` to `to`, both included: what one import has invited. */
export interface InvitedRange {
  organization_id: number
  from: number
  to: number
}

/** People that one job mails. */
const batch = 20

/**
 * Mails imported people who have not signed in yet: some of them, and the rest by the next job. Where the identity
 * provider fails the next job begins at that person, so that nobody before gets a second mail.
 * @throws when the very first one fails, so that the queue waits before it tries again
 */
export async function mailInvitations(env: Env, range: InvitedRange): Promise<MailJob | undefined> {
  const people = await invitedIn(env, range)
  for (const [place, person] of people.entries()) {
    try {
      await sendInvitation(env, person)
    } catch (error) {
      if (place === 0) throw error
      return from(range, person.id)
    }
  }
  return people.length === batch ? from(range, people.at(-1)!.id + 1) : undefined
}

/** Leaves out the first of the range, whom no delivery could mail, and goes on with the others. */
export async function skipInvitation(env: Env, range: InvitedRange): Promise<MailJob | undefined> {
  const [first] = await invitedIn(env, range)
  if (!first) return undefined
  logNotMailed(first, new ApiError('unexpected', undefined, { cause: new Error('no delivery of the job could') }))
  return from(range, first.id + 1)
}

type MailJob = Extract<Job, { kind: 'mail_invitations' }>

/** The job for those of a range who come from this one on. */
const from = (range: InvitedRange, id: number): MailJob => ({ kind: 'mail_invitations', ...range, from: id })

const invitedIn = (env: Env, { organization_id, from, to }: InvitedRange): Promise<Invited[]> =>
  openDatabase(env.DB)
    .select({ id: users.id, email: users.email, language: users.language })
    .from(users)
    .where(and(eq(users.organization_id, organization_id), between(users.id, from, to), isNull(users.uid)))
    .orderBy(asc(users.id))
    .limit(batch)
