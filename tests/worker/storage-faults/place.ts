import { runDurableObjectAlarm, runInDurableObject } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import type { Job } from '~/provider/queue/job.ts'
import { sweep } from '~/provider/sweep.ts'
import { objectOf } from '../harness/audits.ts'
import { type Caller, type SeededOrganization, signedOut } from '../harness/callers.ts'
import { failing } from '../harness/failing-storage.ts'
import { deliver, heldQueue } from '../harness/files.ts'
import { seedMembers } from '../harness/members.ts'

/** An organisation of one try's own, with its callers and its queue. */
export interface Place {
  organization: SeededOrganization
  admin: Caller
  user: Caller
  /** Has not signed in yet. */
  guest: Caller
  nobody: Caller
  /** What waits in the queue. */
  jobs: Job[]
  queue: Queue
  /** The bindings, which fail when told to. */
  variables: Partial<Env>
}

export async function newPlace(): Promise<Place> {
  const domain = `${crypto.randomUUID()}.example`
  const { organization, ...callers } = await seedMembers(domain, { admin: 'admin', user: 'user', guest: 'user' })
  for (const caller of [callers.admin, callers.user]) await caller('/web/v1/users/me')
  const { jobs, JOBS: queue } = heldQueue()
  const bindings = failing({ ...env, JOBS: queue })
  const { DB, FILES, JOBS, MEMBERS, ORGANIZATIONS, LIBRARY_SHARDS, ANALYSIS_TABLES } = bindings
  const variables = {
    DB,
    FILES,
    JOBS,
    MEMBERS,
    ORGANIZATIONS,
    LIBRARY_SHARDS,
    ANALYSIS_TABLES,
    DNS_RESOLVER_URL: `${env.TEST_SITES_URL}/_/dns-query`,
    QUESTIONS_PER_MINUTE: '1000',
    RUNNING_ANSWERS: '1000',
  } as Partial<Env>
  const through =
    (caller: Caller): Caller =>
    (path, call) =>
      caller(path, { ...call, variables: { ...variables, ...call?.variables } })
  const { admin, user, guest } = callers
  return {
    organization,
    admin: through(admin),
    user: through(user),
    guest: through(guest),
    nobody: through(signedOut),
    jobs,
    queue,
    variables,
  }
}

/** Does all that waits, and all that a sweep takes up once its time has come. */
export async function settle({ organization, jobs, variables }: Place): Promise<void> {
  const inTheWorker = { ...env, ...variables }
  await work({ jobs, variables })
  await ring(organization.id)
  await longAgo(organization.id)
  await sweep(inTheWorker)
  await work({ jobs, variables })
}

async function work({ jobs, variables }: Pick<Place, 'jobs' | 'variables'>): Promise<void> {
  for (let job = jobs.shift(); job; job = jobs.shift()) {
    // As if the pause between two requests of a host were over.
    await env.DB.prepare('DELETE FROM crawled_hosts').run()
    await deliver(job, { variables })
  }
}

/** Has the objects do what they would do a little later. */
async function ring(organizationId: number): Promise<void> {
  const { results } = await env.DB.prepare('SELECT object_key FROM users WHERE organization_id = ?')
    .bind(organizationId)
    .all<{ object_key: string }>()
  for (const { object_key } of results) {
    const member = env.MEMBERS.getByName(object_key)
    await runInDurableObject(member, (_, { storage }) => storage.setAlarm(Date.now()))
    await runDurableObjectAlarm(member)
  }
  await runDurableObjectAlarm(await objectOf(organizationId))
}

/** What is under way has been left for a day. */
async function longAgo(organizationId: number): Promise<void> {
  const ago = new Date(Date.now() - 25 * 60 * 60 * 1000).toISOString()
  await env.DB.batch([
    env.DB.prepare(
      "UPDATE files SET updated_at = ? WHERE organization_id = ? AND status IN ('uploading', 'pending')",
    ).bind(ago, organizationId),
    env.DB.prepare('UPDATE sites SET active_at = ? WHERE organization_id = ?').bind(ago, organizationId),
    env.DB.prepare('UPDATE owed_jobs SET queued_at = ?').bind(ago),
  ])
}
