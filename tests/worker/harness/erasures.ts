import { runDurableObjectAlarm } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { vi } from 'vitest'
import { appendRequest } from '~/provider/audits/append.ts'
import type { Organization } from '~/provider/organization/chain.ts'
import { eraseNext, erasingDue } from '~/provider/organization/erasing.ts'
import { sealNext } from '~/provider/organization/sealing.ts'
import { newRequest, objectOf, withStorage } from './audits.ts'

export const minute = 60_000
export const hour = 60 * minute
export const day = 24 * hour

/** Stops the clock at a moment, in milliseconds since 1970; the platform's alarms have a clock of their own. */
export const stopClock = (now: number) => vi.useFakeTimers({ toFake: ['Date'], now })

export const iso = (moment: number) => new Date(moment).toISOString()

/** Appends a request of each of these users, in order. */
export async function ask(own: Organization, ...users: number[]) {
  for (const user_id of users) {
    const question = `Question of ${user_id}`
    await appendRequest(env, own, newRequest({ user_id, question }))
  }
}

export const seal = (own: Organization, bucket = env.FILES) =>
  withStorage(own.id, (storage) => sealNext(storage, bucket))

export const eraseTexts = async (
  own: Organization,
  before: string,
  held: number[] = [],
  source: string = crypto.randomUUID(),
) => (await objectOf(own.id)).eraseTexts(own, { before, held, source })

/** Lets the object erase what is due, and a minute later delete what is left in R2. */
export async function erased(own: Organization) {
  for (;;) {
    await runDurableObjectAlarm(await objectOf(own.id))
    const due = await withStorage(own.id, ({ sql }) => erasingDue(sql))
    if (due === undefined) return
    if (due > Date.now()) vi.setSystemTime(due)
  }
}

/** One step of it, with another bucket. */
export const eraseStep = (own: Organization, bucket = env.FILES) =>
  withStorage(own.id, (storage) => eraseNext(storage, bucket))

/** The rows whose texts are kept: in the object, and in R2, whatever the tables say of it. */
export async function keptTexts(own: Organization) {
  const here = await withStorage(own.id, ({ sql }) =>
    sql
      .exec<{ seq: number }>('SELECT seq FROM texts ORDER BY seq')
      .toArray()
      .map(({ seq }) => seq),
  )
  const { objects } = await env.FILES.list({ prefix: `audits/${own.key}/` })
  const there: number[] = []
  for (const { key } of objects.filter(({ size }) => size > 0)) {
    const { body } = (await env.FILES.get(key))!
    const text = await new Response(body.pipeThrough(new DecompressionStream('gzip'))).text()
    there.push(
      ...text
        .split('\n')
        .slice(0, -1)
        .map((line) => (JSON.parse(line) as { seq: number }).seq),
    )
  }
  return { here, there, objects: objects.map(({ key }) => key.slice(key.lastIndexOf('/') + 1)) }
}
