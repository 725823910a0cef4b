import type { z } from 'zod'
import { log } from '~/provider/log/log.ts'
import { askForJson } from './ask-for-json.ts'
import type { Model, Prompt } from './model.ts'

/** Milliseconds that a model may take for what a reader waits for before the answer begins. */
const timeLimit = 4000

/**
 * Asks a model for a value that an answer can do without: undefined where it fails or takes too long, which the log tells
 * as `event`.
 *
 * @throws the signal's reason when that aborts
 */
export async function askInTime<Value>(
  model: Model,
  prompt: Prompt,
  schema: z.ZodType<Value>,
  { signal, event }: { signal: AbortSignal; event: string },
): Promise<Value | undefined> {
  try {
    return await askForJson(model, prompt, schema, AbortSignal.any([signal, AbortSignal.timeout(timeLimit)]))
  } catch (error) {
    signal.throwIfAborted()
    log.info(event, { cause: error })
    return undefined
  }
}
