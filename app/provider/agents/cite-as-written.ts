import type { Reference } from '~/contract/chat.ts'
import type { TextEvent } from '~/provider/models/model.ts'
import type { AgentEvent } from './agent.ts'

const marker = /\[:&(\d+)\]/g
/** The beginning of a marker whose rest may follow. */
const begun = /\[(?::(?:&\d*)?)?$/

/**
 * Passes an answer on and names each source just before it is first cited. For answers from so many sources that those
 * which are not cited had better not be listed.
 */
export async function* citeAsWritten(
  events: AsyncIterable<TextEvent>,
  referenceTo: (n: number) => Reference | undefined,
): AsyncGenerator<AgentEvent> {
  const cited = new Map<number, Reference>()
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
    const before = cited.size
    for (const [, n] of said.matchAll(marker)) {
      const reference = referenceTo(Number(n))
      if (reference) cited.set(reference.id, reference)
    }
    if (cited.size > before) yield { references: [...cited.values()] }
    if (said !== '') yield { delta: said }
  }
  if (held !== '') yield { delta: held }
}
