import { AsyncLocalStorage } from 'node:async_hooks'
import type { ModelPurpose } from '~/contract/system.ts'
import { ApiError, type ErrorCode } from '~/contract/errors.ts'

/** How calls of one model went, of those that belong together. */
export interface ModelOutcome {
  purpose: ModelPurpose
  model: string
  /** How the last one ended: null where it succeeded. */
  last: ErrorCode | null
  /** How many failed, by code. */
  failures: Partial<Record<ErrorCode, number>>
}

/** Collects how each model's calls go. */
export class ModelOutcomes {
  readonly #all = new Map<string, ModelOutcome>()

  note(purpose: ModelPurpose, model: string, code: ErrorCode | null): void {
    const key = `${purpose} ${model}`
    const known = this.#all.get(key) ?? { purpose, model, last: null, failures: {} }
    if (code) known.failures[code] = (known.failures[code] ?? 0) + 1
    this.#all.set(key, { ...known, last: code })
  }

  all(): ModelOutcome[] {
    return [...this.#all.values()]
  }
}

const collected = new AsyncLocalStorage<ModelOutcomes>()

/** Runs something, all of whose calls of models are noted in `outcomes`. */
export const collectModelOutcomes = <Result>(outcomes: ModelOutcomes, run: () => Result): Result =>
  collected.run(outcomes, run)

/**
 * Says how a call of a model goes that begins now: to be called once it has ended, with what it threw. A call that its caller
 * ended says nothing of the model.
 */
export function modelCall(purpose: ModelPurpose, model: string): (failure?: unknown) => void {
  const outcomes = collected.getStore()
  return (failure) => {
    const code = failure === undefined ? null : codeOf(failure)
    if (code !== 'request_aborted_user') outcomes?.note(purpose, model, code)
  }
}

function codeOf(failure: unknown): ErrorCode {
  if (failure instanceof ApiError) return failure.code
  return failure instanceof Error && failure.name === 'TimeoutError' ? 'service_timeout' : 'unexpected'
}

/** The same for a call that ends when its promise does. */
export async function noted<Result>(
  purpose: ModelPurpose,
  model: string,
  call: () => Promise<Result>,
): Promise<Result> {
  const end = modelCall(purpose, model)
  try {
    const result = await call()
    end()
    return result
  } catch (error) {
    end(error)
    throw error
  }
}
