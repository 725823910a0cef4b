import { startGoogle } from './google-accounts.ts'
import { seedMembers } from './members.ts'

export const seedPeople = (domain: string) => seedMembers(domain, { admin: 'admin', user: 'user' })

let round = 0

/** An organisation of one test's own, which `round` tells from the others, and Google's side of its invitations. */
export async function startInviting(name: string) {
  round += 1
  const here = await seedPeople(`${name}-${round}.example`)
  // Before Google is there: the keys of callers' tokens are fetched now.
  await here.admin('/web/v1/users/me')
  return { round, here, google: await startGoogle() }
}

export type Inviting = Awaited<ReturnType<typeof startInviting>>
