import { anthropicModel } from './anthropic.ts'
import { googleModel } from './google.ts'
import type { Model } from './model.ts'
import { openAiModel } from './openai.ts'

/** Who serves models: the names that are configured, separated by commas, and how one of them is opened. */
interface Vendor {
  names: (env: Env) => string
  open: (name: string, env: Env) => Model
}

/** A new vendor is an entry here and its variables. Where two serve a model of the same name, the first does. */
export const vendors: Vendor[] = [
  {
    names: (env) => (env.OPENAI_BASE_URL ? env.OPENAI_MODELS : ''),
    open: (name, env) => openAiModel(name, { baseUrl: env.OPENAI_BASE_URL, apiKey: env.OPENAI_API_KEY }),
  },
  {
    names: (env) => (env.ANTHROPIC_API_KEY ? env.ANTHROPIC_MODELS : ''),
    open: (name, env) => anthropicModel(name, { baseUrl: env.ANTHROPIC_BASE_URL, apiKey: env.ANTHROPIC_API_KEY }),
  },
  {
    names: (env) => (env.GOOGLE_API_KEY ? env.GOOGLE_MODELS : ''),
    open: (name, env) => googleModel(name, { baseUrl: env.GOOGLE_BASE_URL, apiKey: env.GOOGLE_API_KEY }),
  },
]
