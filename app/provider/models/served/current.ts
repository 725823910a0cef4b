import { splitCommaList } from '../split-comma-list.ts'
import type { ServedModel } from './served-model.ts'
import { listServed, type ServerKind, serverKinds } from './servers.ts'

/** Milliseconds that a list counts as current; one that lacks a model less, since that may be back. */
const currentFor = { whole: 10_000, lacking: 2000 }
/** Milliseconds that a server may take to list its models. */
const timeLimit = 1500

/** What a server told last; it told nothing where it was out of reach. */
interface Told {
  models: ServedModel[]
  isReached: boolean
  at: number
}

/** By address: what this isolate was told. No promise is shared between requests, since one that is cancelled would keep the others waiting. */
const told = new Map<string, Told>()

/** Which server is at `OPENAI_BASE_URL`, where it is one that tells of its models (`OPENAI_SERVER`). */
export const serverKind = ({ OPENAI_SERVER, OPENAI_BASE_URL }: Env): ServerKind | undefined =>
  OPENAI_BASE_URL ? serverKinds.find((kind) => kind === OPENAI_SERVER) : undefined

/** What was last told of a model; undefined where nothing was. */
export const lastToldOf = (env: Env, name: string): ServedModel | undefined =>
  modelIn(env, told.get(env.OPENAI_BASE_URL)?.models ?? [], name)

/** How the server's models are now, as it was asked some seconds ago at most. Never rejects; nobody is asked without `OPENAI_SERVER`. */
export async function askServer(env: Env): Promise<{ gone: string[]; isReached: boolean }> {
  const kind = serverKind(env)
  if (!kind) return { gone: [], isReached: true }
  const last = told.get(env.OPENAI_BASE_URL)
  const lacks = (one: Told) => goneIn(env, one).length > 0
  const isCurrent = last && Date.now() - last.at < (lacks(last) ? currentFor.lacking : currentFor.whole)
  const now = isCurrent ? last : await ask(env, kind)
  told.set(env.OPENAI_BASE_URL, now)
  return { gone: goneIn(env, now), isReached: now.isReached }
}

async function ask(env: Env, kind: ServerKind): Promise<Told> {
  const address = { baseUrl: env.OPENAI_BASE_URL, apiKey: env.OPENAI_API_KEY }
  try {
    const models = await listServed(kind, address, AbortSignal.timeout(timeLimit))
    return { models, isReached: true, at: Date.now() }
  } catch {
    return { models: [], isReached: false, at: Date.now() }
  }
}

/** Those of the configured models that are not served. */
const goneIn = (env: Env, { models }: Told) =>
  splitCommaList(env.OPENAI_MODELS).filter((name) => !modelIn(env, models, name))

/** Ollama takes a name without its tag for the latest, and a llama.cpp server of one model any name for that. */
function modelIn(env: Env, models: ServedModel[], name: string): ServedModel | undefined {
  const found = models.find((model) => model.name === name || model.name === `${name}:latest`)
  return found ?? (serverKind(env) === 'llama_cpp' && models.length === 1 ? models[0] : undefined)
}
