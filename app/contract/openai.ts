import { z } from 'zod'
import { endpoint } from './endpoint.ts'

/*
 * The part of OpenAI's API by which other programs ask: agents are its models, and sources come as annotations. What it does not
 * name is ignored where an answer is no other for it (such as `temperature`), and refused where it would be.
 */

const Text = z.object({ type: z.enum(['text', 'input_text', 'output_text']), text: z.string() })
/** A file of the library, by its id. */
const FileId = z.coerce.number<string | number>().int().positive()

const ChatPart = z.discriminatedUnion('type', [
  Text,
  z.object({ type: z.literal('file'), file: z.object({ file_id: FileId }) }),
])
const ChatContent = z.union([z.string(), z.array(ChatPart)])

const ChatMessage = z.discriminatedUnion('role', [
  z.object({ role: z.enum(['system', 'developer', 'user']), content: ChatContent }),
  z.object({ role: z.literal('assistant'), content: ChatContent.nullish() }),
])

const InputPart = z.discriminatedUnion('type', [Text, z.object({ type: z.literal('input_file'), file_id: FileId })])

const InputMessage = z.object({
  type: z.literal('message').optional(),
  role: z.enum(['system', 'developer', 'user', 'assistant']),
  content: z.union([z.string(), z.array(InputPart)]),
})

/** Tools of the caller's own are refused; an empty list is none. */
const noTools = z.array(z.unknown()).max(0).nullish()

/** Messages that one call may have. */
const mostMessages = 2000

export const ChatCompletionRequest = z.object({
  /** The name of an agent. */
  model: z.string().max(200),
  messages: z.array(ChatMessage).min(1).max(mostMessages),
  stream: z.boolean().nullish(),
  stream_options: z.object({ include_usage: z.boolean().optional() }).nullish(),
  /** Keeps the conversation among the member's own. */
  store: z.boolean().nullish(),
  n: z.literal(1).nullish(),
  tools: noTools,
  functions: noTools,
  response_format: z.object({ type: z.literal('text') }).nullish(),
  logprobs: z.literal(false).nullish(),
})
export type ChatCompletionRequest = z.infer<typeof ChatCompletionRequest>

export const ResponseRequest = z.object({
  /** The name of an agent. */
  model: z.string().max(200),
  input: z.union([z.string(), z.array(InputMessage).min(1).max(mostMessages)]),
  instructions: z.string().nullish(),
  stream: z.boolean().nullish(),
  /** Keeps the conversation among the member's own; left out, it is kept. */
  store: z.boolean().nullish(),
  /** The latest response of a conversation that was kept: the question is asked there. */
  previous_response_id: z
    .string()
    .regex(/^resp_\d{1,15}_\d{1,15}$/)
    .nullish(),
  tools: noTools,
  background: z.literal(false).nullish(),
  text: z.object({ format: z.object({ type: z.literal('text') }).optional() }).nullish(),
})
export type ResponseRequest = z.infer<typeof ResponseRequest>

const Model = z.object({
  id: z.string(),
  object: z.literal('model'),
  /** Seconds since 1970. */
  created: z.number().int(),
  owned_by: z.string(),
})

/** A source, where its number stands in the text: `[2]`. Places are counted in Unicode characters. */
export const UrlCitation = z.object({
  url: z.string(),
  title: z.string(),
  start_index: z.number().int(),
  end_index: z.number().int(),
})
export type UrlCitation = z.infer<typeof UrlCitation>

export const listModels = endpoint({
  method: 'get',
  path: '/v1/models',
  access: 'member',
  scope: 'ask',
  summary: 'The agents that can be asked, as the models of the OpenAI API.',
  output: z.object({ object: z.literal('list'), data: z.array(Model) }),
})

export const createChatCompletion = endpoint({
  method: 'post',
  path: '/v1/chat/completions',
  access: 'member',
  scope: 'ask',
  summary: 'Asks an agent as the chat completions of the OpenAI API do, streamed or not.',
  body: ChatCompletionRequest,
  output: 'stream',
})

export const createResponse = endpoint({
  method: 'post',
  path: '/v1/responses',
  access: 'member',
  scope: 'ask',
  summary: 'Asks an agent as the responses of the OpenAI API do, streamed or not.',
  body: ResponseRequest,
  output: 'stream',
})
