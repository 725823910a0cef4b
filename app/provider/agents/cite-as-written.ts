import type { Reference } from '~/contract/chat.ts'
import type { TextEvent } from '~/provider/models/model.ts'
import type { AgentEvent } from './agent.ts'

const marker = /\[:&(\d+)\]/g
/** The beginning of a marker whose rest may follow. */
const begun = /\[(?::(?:&\d*)?)?$/

/** The share by which a list of sources is to grow before it is told anew: each has all those before it. Twenty are told one by one. */
const moreAtOnce = 0.05

/**
 * Passes an answer on and names each source just before it is first cited, or, of very many, a little later. For answers from so
 * many sources that those which are not cited had better not be listed.
 */
export async function* citeAsWritten(
  events: AsyncIterable<TextEvent>,
  referenceTo: (n: number) => Reference | undefined,
): AsyncGenerator<AgentEvent> {
  const cited = new Map<number, Reference>()
  let named = 0
  let held = ''
  for await (const event of events) {
    if (!('delta' in event)) {
      yield event
      continue
    }
    const text = held + event.delta
    const whole = text.length - (begun.exec(text)?.[0].length ?? 0)
    held = text.slice(whole)
    const said = text.slice(0, whole)
    for (const [, n] of said.matchAll(marker)) {
      const reference = referenceTo(Number(n))
      if (reference) cited.set(reference.id, reference)
    }
    if (cited.size > named * (1 + moreAtOnce)) {
      yield { references: [...cited.values()] }
      named = cited.size
    }
    if (said !== '') yield { delta: said }
  }
  if (cited.size > named) yield { references: [...cited.values()] }
  if (held !== '') yield { delta: held }
}
