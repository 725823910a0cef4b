import { ApiError } from '~/contract/errors.ts'
import { splitCommaList } from './split-comma-list.ts'
import type { Model } from './model.ts'
import { askServer } from './served/current.ts'
import { vendors } from './vendors.ts'

/** The names of the configured models, all vendors', each once; the first is what `adaptive` means. */
export const modelNames = (env: Env): string[] => [
  ...new Set(vendors.flatMap(({ names }) => splitCommaList(names(env)))),
]

/** @throws ApiError `unavailable_llm_model` when no model of that name is configured */
export function openModel(env: Env, name: string): Model {
  const vendor = vendors.find(({ names }) => splitCommaList(names(env)).includes(name))
  if (!vendor) throw new ApiError('unavailable_llm_model')
  return vendor.open(name, env)
}

/**
 * The same for an answer that begins now, with what its server tells of the model by now.
 *
 * @throws ApiError `unavailable_llm_model` also where its server answers, and has it no more
 */
export async function openCurrentModel(env: Env, name: string): Promise<Model> {
  const { gone, isReached } = await askServer(env)
  if (isReached && gone.includes(name)) throw new ApiError('unavailable_llm_model')
  return openModel(env, name)
}
