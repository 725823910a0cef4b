import type { z } from 'zod'
import { firstBytes } from '../first-bytes.ts'
import type { ServiceAddress } from '../service-settings.ts'
import { listLlamaCpp } from './llama-cpp.ts'
import { listLmStudio } from './lm-studio.ts'
import { listOllama } from './ollama.ts'
import { type AskServer, isAsideByName, listedModels, type ListModels, type ServedModel } from './served-model.ts'

interface Server {
  /** What people call it. */
  label: string
  list: ListModels
}

/** The servers that tell of their models, by the names of `OPENAI_SERVER`; the most particular first. */
export const servers = {
  ollama: { label: 'Ollama', list: listOllama },
  lm_studio: { label: 'LM Studio', list: listLmStudio },
  llama_cpp: { label: 'llama.cpp', list: listLlamaCpp },
  vllm: {
    label: 'vLLM',
    list: async (ask) =>
      (await listedModels(ask, 'vllm')).map(({ id, max_model_len: contextTokens }) => ({
        name: id,
        isAside: isAsideByName(id),
        contextTokens,
      })),
  },
  openai: {
    label: 'an OpenAI-compatible server',
    list: async (ask) => (await listedModels(ask)).map(({ id }) => ({ name: id, isAside: isAsideByName(id) })),
  },
} satisfies Record<string, Server>

export type ServerKind = keyof typeof servers
export const serverKinds = Object.keys(servers) as ServerKind[]

/** Bytes of an answer that are read. */
const maxBytes = 4_000_000
/** What may be said of a model, stand in a list with commas and be shown on a terminal. */
const isName = (name: string) => /^[^\p{Cc}\p{Cf},]{1,200}$/u.test(name) && name.trim() === name

/**
 * The models of a server of a kind. Nothing it says is believed but names, numbers and yes or no.
 *
 * @param address whose `baseUrl` ends in `/v1`
 * @throws where it is no such server, or does not answer
 */
export async function listServed(
  kind: ServerKind,
  address: ServiceAddress,
  signal: AbortSignal,
): Promise<ServedModel[]> {
  const models = await servers[kind].list(asker(address, signal))
  return models.filter(({ name }) => isName(name))
}

function asker({ baseUrl, apiKey }: ServiceAddress, signal: AbortSignal): AskServer {
  const root = baseUrl.replace(/\/$/, '').replace(/\/v1$/, '')
  return async <Value>(path: string, schema: z.ZodType<Value>, body?: object) => {
    const response = await fetch(`${root}${path}`, {
      ...(body && { method: 'POST', body: JSON.stringify(body) }),
      headers: {
        ...(body && { 'content-type': 'application/json' }),
        ...(apiKey && { authorization: `Bearer ${apiKey}` }),
      },
      // Address and key are for this server alone.
      redirect: 'manual',
      signal,
    })
    const bytes = await firstBytes(response, maxBytes)
    if (!response.ok || bytes.byteLength === maxBytes) throw new Error(`no answer in the form of ${path}`)
    return schema.parse(JSON.parse(new TextDecoder().decode(bytes)))
  }
}
