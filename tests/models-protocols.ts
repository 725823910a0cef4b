/** A call of a tool, the `number`th of its answer from 1; a text as its input goes out as it is. */
export interface Call {
  name: string
  input: unknown
}

export type Cut = 'length' | 'filter'

/** How a vendor's service streams an answer: the events before it, those of a token or a call, and those behind the last. */
export interface Protocol {
  opening: (model: string) => string
  token: (text: string, model: string) => string
  call: (call: Call, number: number, model: string) => string
  /** `cut`: why the answer ends before its end. */
  closing: (tokens: number, model: string, cut?: Cut) => string
}

const inputText = (input: unknown) => (typeof input === 'string' ? input : JSON.stringify(input))
/** As services send it: cut anywhere. */
const halves = (text: string) => [text.slice(0, text.length / 2), text.slice(text.length / 2)]

/** What each vendor calls the end of an answer. */
const finish = {
  openai: { whole: 'stop', length: 'length', filter: 'content_filter' },
  anthropic: { whole: 'end_turn', length: 'max_tokens', filter: 'refusal' },
  google: { whole: 'STOP', length: 'MAX_TOKENS', filter: 'SAFETY' },
}

/** Tokens that every prompt is said to have. */
const inputTokens = 12

const data = (value: unknown) => `data: ${JSON.stringify(value)}\n\n`

const openAiChunk = (model: string, rest: object) =>
  data({ id: 'c1', object: 'chat.completion.chunk', created: 1, model, ...rest })

/** OpenAI's chat completions. */
const openai: Protocol = {
  opening: () => '',
  token: (content, model) =>
    openAiChunk(model, { choices: [{ index: 0, delta: { role: 'assistant', content }, finish_reason: null }] }),
  call: ({ name, input }, number, model) => {
    const piece = (rest: object) => {
      const delta = { tool_calls: [{ index: number - 1, ...rest }] }
      return openAiChunk(model, { choices: [{ index: 0, delta, finish_reason: null }] })
    }
    return [
      piece({ id: `call_${number}`, type: 'function', function: { name, arguments: '' } }),
      ...halves(inputText(input)).map((half) => piece({ function: { arguments: half } })),
    ].join('')
  },
  closing: (tokens, model, cut) =>
    openAiChunk(model, { choices: [{ index: 0, delta: {}, finish_reason: finish.openai[cut ?? 'whole'] }] }) +
    openAiChunk(model, {
      choices: [],
      usage: { prompt_tokens: inputTokens, completion_tokens: tokens, total_tokens: inputTokens + tokens },
    }) +
    'data: [DONE]\n\n',
}

const named = (type: string, rest: object = {}) => `event: ${type}\n${data({ type, ...rest })}`

/** Anthropic's messages. */
const anthropic: Protocol = {
  opening: (model) =>
    named('message_start', {
      message: {
        id: 'm1',
        type: 'message',
        role: 'assistant',
        content: [],
        model,
        stop_reason: null,
        stop_sequence: null,
        usage: { input_tokens: inputTokens, output_tokens: 1 },
      },
    }) +
    named('content_block_start', { index: 0, content_block: { type: 'text', text: '' } }) +
    named('ping'),
  token: (text) => named('content_block_delta', { index: 0, delta: { type: 'text_delta', text } }),
  call: ({ name, input }, number) =>
    [
      named('content_block_start', {
        index: number,
        content_block: { type: 'tool_use', id: `toolu_${number}`, name, input: {} },
      }),
      ...halves(inputText(input)).map((half) =>
        named('content_block_delta', { index: number, delta: { type: 'input_json_delta', partial_json: half } }),
      ),
      named('content_block_stop', { index: number }),
    ].join(''),
  closing: (tokens, _model, cut) =>
    named('content_block_stop', { index: 0 }) +
    named('message_delta', {
      delta: { stop_reason: finish.anthropic[cut ?? 'whole'], stop_sequence: null },
      usage: { output_tokens: tokens },
    }) +
    named('message_stop'),
}

const candidate = (text: string, finishReason?: string) => ({
  candidates: [{ content: { parts: [{ text }], role: 'model' }, index: 0, ...(finishReason && { finishReason }) }],
})

/** Google's streamGenerateContent. */
const google: Protocol = {
  opening: () => '',
  token: (text, modelVersion) => data({ ...candidate(text), modelVersion }),
  call: ({ name, input: args }, number, modelVersion) => {
    const part = { functionCall: { name, args }, thoughtSignature: `signed-${number}` }
    return data({ candidates: [{ content: { parts: [part], role: 'model' }, index: 0 }], modelVersion })
  },
  closing: (tokens, modelVersion, cut) =>
    data({
      ...candidate('', finish.google[cut ?? 'whole']),
      usageMetadata: {
        promptTokenCount: inputTokens,
        candidatesTokenCount: tokens,
        totalTokenCount: inputTokens + tokens,
      },
      modelVersion,
    }),
}

/** The protocol that is spoken at a path below `/v1`: each vendor has its own. */
export function protocolAt(path: string): Protocol | undefined {
  if (path === '/v1/chat/completions' || path === '/v1/workers-ai/v1/chat/completions') return openai
  if (path === '/v1/messages') return anthropic
  if (/^\/v1\/models\/[^/]+:streamGenerateContent$/.test(path)) return google
  return undefined
}

/** Whether a picture is asked for at a path: by OpenAI's images API, or a model of Workers AI. */
export const drawsAt = (path: string) => path === '/v1/images/generations' || path.startsWith('/v1/workers-ai/run/')

/** The model that a call names: in its body, or in Google's case in its path. */
export const modelOf = (path: string, body: { model?: string }) =>
  body.model ?? /models\/([^/:]+):/.exec(path)?.[1] ?? ''
