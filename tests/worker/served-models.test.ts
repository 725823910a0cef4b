import { env } from 'cloudflare:workers'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { ChatSettings } from '~/contract/chat.ts'
import { openCurrentModel, openModel } from '~/provider/models/index.ts'
import { lacks } from '~/provider/models/refusals.ts'
import { type Answers, llamaCpp, lmStudio, ollama, vllm } from '../local-model-servers.ts'
import { seedMembers } from './harness/members.ts'

/** What answers at each host; a host that is not here is out of reach. */
const hosts = new Map<string, Answers>()
const asked: string[] = []
const real = globalThis.fetch
let number = 0

beforeEach(() => {
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
    const url = new URL(String(input))
    if (!url.hostname.endsWith('.served')) return real(input, init)
    asked.push(url.pathname)
    const answers = hosts.get(url.hostname)
    if (!answers) throw new TypeError('connection refused')
    const said = answers(url.pathname, init?.body ? JSON.parse(String(init.body)) : {})
    return said === undefined ? new Response('{}', { status: 404 }) : Response.json(said)
  })
})
afterEach(() => {
  vi.restoreAllMocks()
  vi.useRealTimers()
  asked.length = 0
})

/** The variables for a server of its own. @returns also its host */
function served(kind: string, answers: Answers, OPENAI_MODELS: string, more: Partial<Env> = {}) {
  const host = `${(number += 1)}.served`
  hosts.set(host, answers)
  return {
    host,
    variables: { ...env, OPENAI_BASE_URL: `http://${host}/v1`, OPENAI_SERVER: kind, OPENAI_MODELS, ...more },
  }
}

const canUseTools = async (variables: Env, name: string) => {
  const model = await openCurrentModel(variables, name)
  const prompt = { instructions: '', messages: [{ role: 'user' as const, content: 'Hello' }], tools: [] }
  const failure = await model
    .answer(prompt, AbortSignal.timeout(5000))
    .next()
    .catch((error: unknown) => error)
  return !lacks(failure, 'tools')
}

describe('what a server tells of its models is how they are used', () => {
  test.each<[string, Answers, string, number]>([
    ['ollama', ollama, 'qwen3:8b', 32_768],
    ['ollama', ollama, 'gemma3:4b', 16_384],
    ['ollama', ollama, 'llama3.2', 4096],
    ['lm_studio', lmStudio, 'qwen2.5-7b-instruct', 8192],
    ['lm_studio', lmStudio, 'qwen2-vl-7b-instruct', 4096],
    ['llama_cpp', llamaCpp, 'whatever', 24_576],
    ['vllm', vllm, 'Qwen/Qwen2.5-7B-Instruct', 32_768],
    ['vllm', vllm, 'invoices', 128_000],
    ['openai', vllm, 'invoices', 128_000],
  ])('%s: %#', async (kind, answers, name, tokens) => {
    const { variables } = served(kind, answers, name)
    expect((await openCurrentModel(variables, name)).contextTokens).toBe(tokens)
  })

  test('but for a context that the variable says of this model', async () => {
    const CONTEXT_TOKENS = '1000,qwen3:8b=9000'
    const { variables } = served('ollama', ollama, 'qwen3:8b,gemma3:4b', { CONTEXT_TOKENS })
    expect((await openCurrentModel(variables, 'qwen3:8b')).contextTokens).toBe(9000)
    expect((await openCurrentModel(variables, 'gemma3:4b')).contextTokens).toBe(16_384)
  })

  test('a model that cannot use tools is not asked with them', async () => {
    const { variables } = served('ollama', ollama, 'qwen3:8b,gemma3:4b')
    expect(await canUseTools(variables, 'gemma3:4b')).toBe(false)
    expect(asked).not.toContain('/v1/chat/completions')
    expect(await canUseTools(variables, 'qwen3:8b')).toBe(true)
    expect(asked).toContain('/v1/chat/completions')
  })

  test('a server that does not tell is not asked, and one of an unknown name is a mistake', async () => {
    const { variables } = served('', ollama, 'qwen3:8b')
    expect((await openCurrentModel(variables, 'qwen3:8b')).contextTokens).toBe(128_000)
    expect(asked).toEqual([])
    expect(() => openModel({ ...variables, OPENAI_SERVER: 'olama' }, 'qwen3:8b')).toThrow('unexpected')
  })
})

describe('a model that disappears', async () => {
  const { hanako } = await seedMembers('served.example', { hanako: 'user' })
  const modelsIn = async (variables: Env) => {
    const response = await hanako('/web/v1/chat/settings', { variables })
    return ((await response.json()) as ChatSettings).models
  }
  const without =
    (name: string): Answers =>
    (path, body) => {
      const said = ollama(path, body)
      if (path !== '/api/tags') return said
      return { models: (said as { models: { name: string }[] }).models.filter((model) => model.name !== name) }
    }

  test('is told as gone while the others stay, and comes back by itself', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() })
    const { host, variables } = served('ollama', ollama, 'qwen3:8b,llama3.2')
    const all = [
      { name: 'adaptive', default: true, available: true },
      { name: 'qwen3:8b', default: false, available: true },
      { name: 'llama3.2', default: false, available: true },
    ]
    const others = (await modelsIn({ ...variables, OPENAI_BASE_URL: '' })).slice(1)
    expect(await modelsIn(variables)).toEqual([...all, ...others])

    hosts.set(host, without('llama3.2:latest'))
    vi.setSystemTime(Date.now() + 11_000)
    const [adaptive, first, second] = await modelsIn(variables)
    expect([adaptive, first]).toEqual(all.slice(0, 2))
    expect(second).toEqual({ name: 'llama3.2', default: false, available: false, state: 'gone' })

    hosts.set(host, ollama)
    vi.setSystemTime(Date.now() + 3000)
    expect(await modelsIn(variables)).toEqual([...all, ...others])
  })

  test('with its server takes the default along, which says so and can be asked all the same', async () => {
    const { host, variables } = served('ollama', ollama, 'qwen3:8b')
    hosts.delete(host)
    const [adaptive, first] = await modelsIn(variables)
    expect(adaptive).toEqual({ name: 'adaptive', default: true, available: true, state: 'gone' })
    expect(first).toEqual({ name: 'qwen3:8b', default: false, available: false, state: 'gone' })
    const model = await openCurrentModel(variables, 'qwen3:8b')
    const prompt = { instructions: '', messages: [{ role: 'user' as const, content: 'Hello' }] }
    await expect(model.answer(prompt, AbortSignal.timeout(5000)).next()).rejects.toMatchObject({
      code: 'service_unavailable',
    })
  })

  test('from a server that answers is refused as not available', async () => {
    const { variables } = served('ollama', without('qwen3:8b'), 'qwen3:8b')
    await expect(openCurrentModel(variables, 'qwen3:8b')).rejects.toMatchObject({ code: 'unavailable_llm_model' })
  })
})
