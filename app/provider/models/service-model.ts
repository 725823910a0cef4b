import { ApiError } from '~/contract/errors.ts'
import { modelCall } from '~/provider/log/model-outcomes.ts'
import { fitPrompt, halvePrompt, isTooLong, rendered, type RenderedPrompt } from './fit-prompt.ts'
import type { Model, ModelEvent, Prompt } from './model.ts'
import { lacking, lacks } from './refusals.ts'
import type { ServiceSettings } from './service-settings.ts'
import { idleTimeoutMs, IdleTimeout } from './idle-timeout.ts'

/** Sends a prompt to a model's service; what comes back are the events of its answer. */
type Send = (prompt: RenderedPrompt, idle: IdleTimeout) => Promise<AsyncGenerator<ModelEvent>>

/** Models of this isolate that have refused to be held to a schema. */
const formless = new Set<string>()

/** A model that a service serves: what is the same for all vendors, which bring how they are asked. */
export function serviceModel(
  name: string,
  { contextTokens, idleTimeoutMs: timeoutMs = idleTimeoutMs, lacksTools }: ServiceSettings,
  send: Send,
): Model {
  async function* answer(prompt: Prompt, signal: AbortSignal): AsyncGenerator<ModelEvent> {
    if (lacksTools && prompt.tools) throw lacking('tools')
    const idle = new IdleTimeout(timeoutMs, signal)
    const ended = modelCall('answers', name)
    try {
      yield* await sendFitted(prompt, idle)
      ended()
    } catch (error) {
      const failure = failureOf(error, idle.signal)
      // Whoever ended the call, or asked too much, does not say that the model is broken.
      if (!signal.aborted && !isTooLong(error) && !lacks(error, 'tools')) ended(failure)
      throw failure
    } finally {
      idle.end()
    }
  }

  /** Tokens are estimated: where the service finds them too many, it is asked with half of what can be left out. */
  async function sendFitted(prompt: Prompt, idle: IdleTimeout) {
    const whole = fitPrompt(prompt, contextTokens)
    try {
      return await sendFormatted(rendered(whole, prompt), idle)
    } catch (error) {
      const half = isTooLong(error) && halvePrompt(whole)
      if (!half) throw error
      return sendFormatted(rendered(half, prompt), idle)
    }
  }

  /** The schema stands in the prompt's words, too: a service that refuses to hold its model to one is asked without. */
  async function sendFormatted({ json, ...prompt }: RenderedPrompt, idle: IdleTimeout) {
    if (!json || formless.has(name)) return send(prompt, idle)
    try {
      return await send({ json, ...prompt }, idle)
    } catch (error) {
      if (!lacks(error, 'format')) throw error
      formless.add(name)
      return send(prompt, idle)
    }
  }

  // A vendor's stream has calls only where its prompt had tools.
  return { name, contextTokens, answer: answer as Model['answer'] }
}

function failureOf(error: unknown, { aborted, reason }: AbortSignal): unknown {
  if (aborted) return reason
  // Anything that is not an ApiError is a network failure.
  return error instanceof ApiError ? error : new ApiError('service_unavailable', undefined, { cause: error })
}
