import type { VerificationEvent } from '~/contract/audits.ts'
import type { Call } from '~/provider/api/serve.ts'
import { textStream } from '~/provider/api/text-stream.ts'
import { callObject } from '~/provider/objects/call.ts'
import { organizationObject } from '~/provider/organization/stub.ts'
import { recordAction } from './record-action.ts'
import { type Chain, verifyChain } from './verify.ts'

/**
 * Verifies the audits of the member's organisation, and tells how far it is and what it finds as an event stream. A stream without the
 * event `end` broke off.
 */
export async function streamVerification(call: Call): Promise<Response> {
  const { env, member } = call
  await recordAction(call, { action: 'audits_verified', target: 'audits' })
  const events = verifyChain(chainOf(env, member.organizationKey), env.FILES)
  return new Response(textStream(textsOf(events), 'verification_failed'), {
    headers: {
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'private, no-store, no-transform',
      'x-accel-buffering': 'no',
    },
  })
}

/** The chain in an organisation's object. */
export const chainOf = (env: Env, key: string): Chain => ({
  tally: () => callObject(() => organizationObject(env, key).tally()),
  rows: (first, last) => callObject(() => organizationObject(env, key).rows(first, last)),
  segment: (seq) => callObject(() => organizationObject(env, key).segment(seq)),
  erasures: () => callObject(() => organizationObject(env, key).erasures()),
})

async function* textsOf(events: AsyncGenerator<VerificationEvent, void>): AsyncGenerator<string, void> {
  for await (const event of events) yield `data: ${JSON.stringify(event)}\n\n`
}
