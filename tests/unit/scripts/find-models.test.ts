import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { findLocalModels } from '../../../scripts/local/models/find-models.ts'
import { type Answers, llamaCpp, lmStudio, ollama, vllm } from '../../local-model-servers.ts'

const opened: (() => void)[] = []
afterEach(() => opened.splice(0).forEach((close) => close()))

/** Serves what `answers` says, and JSON in place of it where that gives a text. @returns its address, and what it was asked with */
async function serve(answers: Answers) {
  const keys: (string | undefined)[] = []
  const server = createServer(async (request, response) => {
    keys.push(request.headers.authorization)
    const chunks = await request.toArray()
    const said = answers(request.url!, chunks.length > 0 ? JSON.parse(Buffer.concat(chunks).toString()) : {})
    if (said === undefined) return response.writeHead(404).end('{"error":"not found"}')
    return response.end(typeof said === 'string' ? said : JSON.stringify(said))
  })
  await new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(undefined)))
  opened.push(() => {
    server.closeAllConnections()
    server.close()
  })
  return { address: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`, keys }
}

test('Ollama is used with the models that it runs itself, without those for embeddings', async () => {
  const { address } = await serve(ollama)
  const { variables, line } = await findLocalModels({}, [address])
  expect(variables).toEqual({
    OPENAI_BASE_URL: address,
    OPENAI_MODELS: 'llama3.2:latest,gemma3:4b,qwen3:8b',
    OPENAI_SERVER: 'ollama',
    VISION_MODEL: 'gemma3:4b',
  })
  expect(line).toBe(
    `Models: llama3.2:latest and 2 more of Ollama at ${address} (others by OPENAI_MODELS=name,name, none by LOCAL_MODELS=off)`,
  )
})

test.each([
  [
    'LM Studio',
    lmStudio,
    {
      OPENAI_SERVER: 'lm_studio',
      OPENAI_MODELS: 'qwen2.5-7b-instruct,qwen2-vl-7b-instruct',
      VISION_MODEL: 'qwen2-vl-7b-instruct',
    },
  ],
  ['llama.cpp', llamaCpp, { OPENAI_SERVER: 'llama_cpp', OPENAI_MODELS: 'Meta-Llama-3.1-8B-Instruct-Q4_K_M' }],
  ['vLLM', vllm, { OPENAI_SERVER: 'vllm', OPENAI_MODELS: 'Qwen/Qwen2.5-7B-Instruct,invoices' }],
])('%s is found by its own form', async (label, answers, expected) => {
  const { address } = await serve(answers)
  const { variables, line } = await findLocalModels({}, [address])
  expect(variables).toEqual({ OPENAI_BASE_URL: address, ...expected })
  expect(line).toContain(`of ${label} at ${address}`)
})

test('of several servers the first is used, and the line says how to use another', async () => {
  const [studio, other] = await Promise.all([serve(lmStudio), serve(vllm)])
  const { variables, line } = await findLocalModels({}, [studio.address, other.address])
  expect(variables.OPENAI_SERVER).toBe('lm_studio')
  expect(line).toContain(`vLLM by OPENAI_BASE_URL=${other.address}`)
  expect(line).not.toContain('\n')
})

test('a variable that names a model chooses its server, and one that names a server is the only place looked at', async () => {
  const [first, second] = await Promise.all([serve(lmStudio), serve(ollama)])
  const byModel = await findLocalModels({ OPENAI_MODELS: 'llama3.2' }, [first.address, second.address])
  expect(byModel.variables).toEqual({
    OPENAI_BASE_URL: second.address,
    OPENAI_MODELS: 'llama3.2',
    OPENAI_SERVER: 'ollama',
  })
  first.keys.length = 0
  const byAddress = await findLocalModels({ OPENAI_BASE_URL: second.address, OPENAI_API_KEY: 'secret' }, [
    first.address,
  ])
  expect(byAddress.variables.OPENAI_SERVER).toBe('ollama')
  expect(first.keys).toEqual([])
  expect(second.keys.at(-1)).toBe('Bearer secret')
})

test('where models are configured, or it is turned off, nobody is asked', async () => {
  const { address, keys } = await serve(ollama)
  const settings = [
    { OPENAI_BASE_URL: address, OPENAI_MODELS: 'own' },
    { ANTHROPIC_API_KEY: 'key' },
    { GOOGLE_API_KEY: 'key' },
    { LOCAL_MODELS: 'off' },
  ]
  for (const env of settings) expect(await findLocalModels(env, [address])).toEqual({ variables: {} })
  expect(keys).toEqual([])
  await expect(findLocalModels({ LOCAL_MODELS: 'none' }, [address])).rejects.toThrow('LOCAL_MODELS can only be off')
})

test('the key of another service is not shown to a server that was only found', async () => {
  const { address, keys } = await serve(vllm)
  const { variables } = await findLocalModels({ OPENAI_API_KEY: 'secret' }, [address])
  expect(variables).toMatchObject({ OPENAI_BASE_URL: address, OPENAI_API_KEY: undefined })
  expect(Object.keys(variables)).toContain('OPENAI_API_KEY')
  expect(new Set(keys)).toEqual(new Set([undefined]))
})

test.each<[string, Answers]>([
  ['a page for every path', () => '<!doctype html><title>Somebody’s work</title>'],
  ['JSON of its own', () => ({ object: 'list', data: [{ id: 1 }] })],
  ['a list that is empty', () => ({ object: 'list', data: [], models: [] })],
  ['an error', () => undefined],
  [
    'names that would write to the terminal',
    (path) =>
      path === '/v1/models'
        ? {
            object: 'list',
            data: [
              { id: '\u001B[2Jgone', object: 'model' },
              { id: 'a,b', object: 'model' },
            ],
          }
        : undefined,
  ],
])('a program that answers with %s is no server of models', async (_, answers) => {
  const { address } = await serve(answers)
  expect(await findLocalModels({}, [address])).toEqual({ variables: {} })
})

test('where nothing listens, nothing is found and nothing said', async () => {
  expect(await findLocalModels({}, ['http://127.0.0.1:9/v1'])).toEqual({ variables: {} })
})
