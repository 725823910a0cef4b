import { env } from 'cloudflare:workers'
import { anthropicModel } from '~/provider/models/anthropic.ts'
import { googleModel } from '~/provider/models/google.ts'
import type { Model } from '~/provider/models/model.ts'
import { openAiModel } from '~/provider/models/openai.ts'
import type { ServiceSettings } from '~/provider/models/service-settings.ts'

export interface Vendor {
  vendor: string
  /** One that the Worker under test lists. */
  model: string
  open: (settings?: Partial<ServiceSettings>) => Model
  /** The beginning of an event of its protocol. */
  half: string
}

const settings: ServiceSettings = { baseUrl: env.OPENAI_BASE_URL, apiKey: 'key-of-the-tests', contextTokens: 100_000 }

/** A model of every vendor, at the tests' models server. */
export const vendors: Vendor[] = [
  {
    vendor: 'OpenAI',
    model: 'small',
    open: (own) => openAiModel('small', { ...settings, ...own }),
    half: 'data: {"choices":[{"del\n\n',
  },
  {
    vendor: 'Anthropic',
    model: 'sonnet',
    open: (own) => anthropicModel('sonnet', { ...settings, ...own }),
    half: 'event: content_block_delta\ndata: {"type":"content_bl\n\n',
  },
  {
    vendor: 'Google',
    model: 'flash',
    open: (own) => googleModel('flash', { ...settings, ...own }),
    half: 'data: {"candidates":[{"con\n\n',
  },
]

/** A service's wish to be asked again at once. */
export const soon = { 'retry-after-ms': '1' }
