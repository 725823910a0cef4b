import { listServed, type ServerKind, serverKinds, servers } from '../../../app/provider/models/served/servers.ts'
import type { ServedModel } from '../../../app/provider/models/served/served-model.ts'
import type { Environment } from '../environment.ts'
import { Problem } from '../problem.ts'

/** Where Ollama, LM Studio, llama.cpp and vLLM listen where nobody says otherwise. */
const usualAddresses = [11_434, 1234, 8080, 8000].map((port) => `http://127.0.0.1:${port}/v1`)

/** Milliseconds until what has not answered is not there. */
const timeLimit = 1500

/** A server that was found, with what it serves. */
interface Found {
  address: string
  kind: ServerKind
  models: ServedModel[]
}

export interface LocalModels {
  /** What the Worker is told; nothing where no server is used. */
  variables: Environment
  /** Which is used, and how to choose another; nothing where there is none. */
  line?: string
}

/**
 * Looks for servers of models on this machine, at all addresses at once, and chooses the first. Variables come first: where models are
 * configured nothing is looked for, `OPENAI_BASE_URL` alone is the only place that is looked at, `OPENAI_MODELS` alone chooses the
 * server that has the first of them, and `LOCAL_MODELS=off` turns it off.
 *
 * @throws a {@link Problem} where LOCAL_MODELS is something else
 */
export async function findLocalModels(env: Environment, addresses = usualAddresses): Promise<LocalModels> {
  if (env.LOCAL_MODELS && env.LOCAL_MODELS !== 'off') throw new Problem('LOCAL_MODELS can only be off, or not be set.')
  const { OPENAI_BASE_URL: address, OPENAI_MODELS: names } = env
  const isConfigured = (address && names) || env.ANTHROPIC_API_KEY || env.GOOGLE_API_KEY || env.WORKERS_AI_BASE_URL
  if (isConfigured || env.LOCAL_MODELS === 'off') return { variables: {} }

  const places = address ? [{ address, apiKey: env.OPENAI_API_KEY }] : addresses.map((one) => ({ address: one }))
  const found = (await Promise.all(places.map(look))).filter((one) => one !== undefined)
  const wanted = names?.split(',')[0]!.trim()
  const used = wanted ? found.find(({ models }) => models.some(({ name }) => isNamed(name, wanted))) : found[0]
  if (!used) return { variables: {} }
  return { variables: variablesFor(used, env), line: lineOf(used, found, names) }
}

/** Which kind of server answers at an address: any program may listen there, so that only a list of models counts. */
async function look({ address, apiKey }: { address: string; apiKey?: string }): Promise<Found | undefined> {
  const signal = AbortSignal.timeout(timeLimit)
  const lists = await Promise.all(
    serverKinds.map(async (kind) => {
      const models = await listServed(kind, { baseUrl: address, apiKey }, signal).catch(() => [])
      return { address, kind, models: models.filter(({ isAside }) => !isAside) }
    }),
  )
  return lists.find(({ models }) => models.length > 0)
}

/** Ollama takes a name without its tag for the latest. */
const isNamed = (name: string, wanted: string) => name === wanted || name === `${wanted}:latest`

function variablesFor({ address, kind, models }: Found, env: Environment): Environment {
  const names = env.OPENAI_MODELS || models.map(({ name }) => name).join(',')
  const vision = models.find((model) => model.vision && names.split(',').includes(model.name))?.name
  return {
    OPENAI_BASE_URL: address,
    OPENAI_MODELS: names,
    OPENAI_SERVER: env.OPENAI_SERVER || kind,
    ...(!env.VISION_MODEL && vision && { VISION_MODEL: vision }),
    // A key is for the address that was named with it, not for whoever was found.
    ...(!env.OPENAI_BASE_URL && { OPENAI_API_KEY: undefined }),
  }
}

function lineOf({ address, kind, models }: Found, found: Found[], names: string | undefined): string {
  const [first, ...more] = names ? names.split(',') : models.map(({ name }) => name)
  const others = found.filter((one) => one.address !== address)
  const elsewhere = others.map((one) => `${servers[one.kind].label} by OPENAI_BASE_URL=${one.address}`)
  const choices = [...(more.length > 0 && !names ? ['others by OPENAI_MODELS=name,name'] : []), ...elsewhere]
  const and = more.length > 0 ? ` and ${more.length} more` : ''
  const choose = [...choices, 'none by LOCAL_MODELS=off'].join(', ')
  return `Models: ${first!.trim()}${and} of ${servers[kind].label} at ${address} (${choose})`
}
