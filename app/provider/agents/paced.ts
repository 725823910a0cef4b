import type { QuotedAnswer } from '~/provider/builtin/compose-answer.ts'
import type { AgentEvent } from './agent.ts'

/** The longest pause between two pieces, and the longest that all of them may take, in milliseconds. */
const pace = { pause: 12, whole: 600 }

/** The built-in answerer is ready at once; its pieces come at a pace that the eye can follow. */
export async function* paced({ pieces, references }: QuotedAnswer, signal: AbortSignal): AsyncGenerator<AgentEvent> {
  if (references.length > 0) yield { references }
  for (const delta of pieces) {
    yield { delta }
    await scheduler.wait(Math.min(pace.pause, pace.whole / pieces.length), { signal })
  }
}
