import { ApiError } from '~/contract/errors.ts'
import { anthropicModel } from './anthropic.ts'
import { googleModel } from './google.ts'
import type { Model } from './model.ts'
import { openAiModel } from './openai.ts'
import { lastToldOf, serverKind } from './served/current.ts'
import { serverKinds } from './served/servers.ts'
import type { ServiceSettings } from './service-settings.ts'

/** Who serves models: the names that are configured, separated by commas, and how one of them is opened. */
interface Vendor {
  names: (env: Env) => string
  open: (name: string, env: Env) => Model
}

/** A new vendor is an entry here and its variables. Where two serve a model of the same name, the first does. */
export const vendors: Vendor[] = [
  {
    names: (env) => (env.OPENAI_BASE_URL ? env.OPENAI_MODELS : ''),
    open: (name, env) =>
      openAiModel(name, {
        ...settingsOf(name, env.OPENAI_BASE_URL, env.OPENAI_API_KEY, env),
        ...servedSettings(name, env),
      }),
  },
  {
    names: (env) => (env.ANTHROPIC_API_KEY ? env.ANTHROPIC_MODELS : ''),
    open: (name, env) => anthropicModel(name, settingsOf(name, env.ANTHROPIC_BASE_URL, env.ANTHROPIC_API_KEY, env)),
  },
  {
    names: (env) => (env.GOOGLE_API_KEY ? env.GOOGLE_MODELS : ''),
    open: (name, env) => googleModel(name, settingsOf(name, env.GOOGLE_BASE_URL, env.GOOGLE_API_KEY, env)),
  },
  {
    // Workers AI speaks OpenAI's protocol. Its binding would need a connection to Cloudflare in every start.
    names: (env) => (env.WORKERS_AI_BASE_URL ? env.WORKERS_AI_MODELS : ''),
    open: (name, env) =>
      openAiModel(name, settingsOf(name, `${env.WORKERS_AI_BASE_URL}/v1`, env.WORKERS_AI_API_KEY, env)),
  },
]

const settingsOf = (name: string, baseUrl: string, apiKey: string | undefined, env: Env): ServiceSettings => ({
  baseUrl,
  apiKey,
  contextTokens: contextTokensOf(env, name),
})

/** Milliseconds that a server may be silent which first loads the model that it is asked. */
const loadingTimeoutMs = 120_000

/**
 * What the server at `OPENAI_BASE_URL` told of a model, where it is one that does.
 *
 * @throws ApiError `unexpected` where `OPENAI_SERVER` is none that is known
 */
function servedSettings(name: string, env: Env): Partial<ServiceSettings> {
  if (!env.OPENAI_SERVER) return {}
  if (!serverKind(env)) {
    const cause = new Error(`OPENAI_SERVER must be one of ${serverKinds.join(', ')}`)
    throw new ApiError('unexpected', undefined, { cause })
  }
  const { contextTokens, tools } = lastToldOf(env, name) ?? {}
  return {
    idleTimeoutMs: loadingTimeoutMs,
    ...(contextTokens && { contextTokens: ownContextTokens(env, name) ?? contextTokens }),
    ...(tools === false && { lacksTools: true }),
  }
}

/**
 * How many tokens prompt and answer of a model may have together, from the variable `CONTEXT_TOKENS`: a number for all
 * models, and `name=number` for those that differ, separated by commas.
 *
 * @throws ApiError `unexpected` where the variable does not say it
 */
function contextTokensOf(env: Env, model: string): number {
  const all = contextSettings(env).find((one) => !one.includes('='))
  const tokens = ownContextTokens(env, model) ?? Number(all)
  if (Number.isInteger(tokens) && tokens > 0) return tokens
  const cause = new Error('CONTEXT_TOKENS must be a whole number, and name=number for the models that differ')
  throw new ApiError('unexpected', undefined, { cause })
}

/** What the variable says of this model alone. */
function ownContextTokens(env: Env, model: string): number | undefined {
  const own = contextSettings(env).find(
    (one) => one.startsWith(`${model}=`) && !one.slice(model.length + 1).includes('='),
  )
  return own === undefined ? undefined : Number(own.slice(model.length + 1))
}

const contextSettings = ({ CONTEXT_TOKENS }: Env) => CONTEXT_TOKENS.split(',').map((one) => one.trim())
