import { createParser } from 'eventsource-parser'
import { useEffect, useState } from 'react'
import { type Erasure, VerificationEvent, type VerificationProblem } from '~/contract/audits.ts'
import { ApiError } from '~/contract/errors.ts'
import { verifyAudits } from './audits.functions.ts'

/** Problems that are listed; one that damages all rows would name each of their texts. */
export const maxListed = 100

/** How far a verification is, and what it has found. */
export interface Verification {
  progress?: { rows: number; total: number }
  /** The first {@link maxListed}. */
  problems: VerificationProblem[]
  /** In the order of time. */
  erasures: Erasure[]
  end?: { rows: number; head: string; problems: number; erased: number }
  /** Why it did not come to its end. */
  failure?: unknown
}

/** Verifies the organisation's audits, once, as long as it is shown. */
export function useVerification(organizationId: number): Verification {
  const [verification, setVerification] = useState<Verification>({ problems: [], erasures: [] })
  useEffect(() => {
    const leaving = new AbortController()
    const take = (event: VerificationEvent) => setVerification((before) => afterEvent(before, event))
    follow(organizationId, leaving.signal, take).catch((failure: unknown) => {
      if (!leaving.signal.aborted) setVerification((before) => ({ ...before, failure }))
    })
    return () => leaving.abort()
  }, [organizationId])
  return verification
}

/** What is known after an event. */
export function afterEvent(before: Verification, event: VerificationEvent): Verification {
  if (event.type === 'progress') return { ...before, progress: event }
  if (event.type === 'end') return { ...before, end: event }
  if (event.type === 'erasure') return { ...before, erasures: [...before.erasures, event] }
  return before.problems.length < maxListed ? { ...before, problems: [...before.problems, event] } : before
}

async function follow(
  organizationId: number,
  signal: AbortSignal,
  take: (event: VerificationEvent) => void,
): Promise<void> {
  const response = await verifyAudits({ data: { organizationId }, signal })
  let ended = false
  const parser = createParser({
    onEvent({ data }) {
      const event = VerificationEvent.parse(JSON.parse(data))
      ended ||= event.type === 'end'
      if (!signal.aborted) take(event)
    },
  })
  for await (const text of response.body!.pipeThrough(new TextDecoderStream())) parser.feed(text)
  if (!ended) throw new ApiError('service_unavailable')
}
