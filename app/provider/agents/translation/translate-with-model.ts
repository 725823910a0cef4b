import { isUnfit } from '~/provider/models/ask-for-json.ts'
import type { Model } from '~/provider/models/model.ts'
import type { AgentTask } from '../agent.ts'
import { asCompleted } from '../as-completed.ts'
import type { TextLanguage } from './languages.ts'
import type { Passage } from './passages.ts'
import { lookUp, type Terms } from './terms.ts'
import { translateBatch } from './translate-batch.ts'
import { wordKey } from './translate-by-rules.ts'
import type { Translations } from './translate-builtin.ts'

/** Characters that a model is given at once, with what its signs take: it has to write as much. */
const maxAtOnce = 4_000
const signsOfPassage = 30
/** Characters of a file that are translated: as many as fit into the time of an answer. */
const maxCharacters = 300_000
/** Batches that are translated at the same time. */
const translators = 4

interface Job {
  passages: Passage[]
  to: TextLanguage
  terms: Terms
  /** Gets the translations as they come. */
  translations: Translations
  /** When no batch is begun any more; milliseconds since 1970. */
  until: number
}

/** How far a translation is: `share` is from 0 to 1. */
export interface Progress {
  to: TextLanguage
  share: number
}

/**
 * Has passages translated, several batches at a time, and says after each how far it is. A passage that the model leaves
 * out twice, or that is beyond the bounds of a file or of time, is left; the result is whether there are such bounds.
 *
 * @throws ApiError those of the model; `service_http_error` also where nothing that it wrote could be read
 */
export async function* translateWithModel(
  task: AgentTask & { model: Model },
  { passages, to, terms, translations, until }: Job,
): AsyncGenerator<Progress, { cut: boolean }> {
  const { model } = task
  const batches = batchesOf(passages, Math.min(maxAtOnce, Math.floor(model.contextTokens / 4)))
  const about = { passages, to, words: lookUp(terms.glossary, to, wordKey), translations, question: task.question }
  let done = 0
  let unfit: unknown
  yield { to, share: 0 }
  const work = asCompleted(batches, translators, task.signal, async (batch, signal) => {
    if (Date.now() > until) return
    try {
      await translateBatch(model, batch, { ...about, signal })
    } catch (error) {
      if (!isUnfit(error)) throw error
      unfit = error
    }
    done++
  })
  for await (const _ of work) yield { to, share: done / batches.length }
  if (unfit && passages.every(({ source }) => !translations.has(source))) throw unfit
  return { cut: done < batches.length || batches.flat().length < passages.length }
}

/** Batches of neighbouring passages; what is beyond the bounds of a file is in none. */
function batchesOf(passages: Passage[], charactersAtOnce: number): Passage[][] {
  const batches: Passage[][] = []
  let room = 0
  let left = maxCharacters
  for (const passage of passages) {
    left -= passage.source.length
    if (left < 0) break
    const size = passage.source.length + signsOfPassage
    if (size > room) {
      batches.push([])
      room = charactersAtOnce
    }
    batches.at(-1)!.push(passage)
    room -= size
  }
  return batches
}
