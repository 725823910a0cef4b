import { ApiError } from '~/contract/errors.ts'
import type { Message, Prompt } from './model.ts'
import { inputSchema } from './tool-schema.ts'
import { tokensOfAll } from './tokens.ts'

/** The share of a model's context that is left for the answer, and the most tokens of it. */
const answer = { share: 0.25, most: 16_000 }
/** The same of earlier turns: each question pays for them again. `chat/history.ts` reads more than these. */
const history = { share: 0.25, most: 90_000 }

/** What does not fit into a model's context; the cause of an error. */
class TooLong extends Error {
  override readonly name = 'TooLong'
}

/** @returns the error `service_http_error` that says that a prompt does not fit into a model's context */
export const tooLong = () => new ApiError('service_http_error', undefined, { cause: new TooLong('prompt too long') })

export const isTooLong = (error: unknown) => error instanceof ApiError && error.cause instanceof TooLong

/** The parts of a prompt of which some may be left out: sources from the end, earlier turns from the beginning. */
interface Parts {
  sources: string[]
  turns: Message[][]
  /** The question, with the calls of tools after it and their results. */
  question: Message[]
}

/**
 * A prompt within a model's context: where it is too long, the oldest turns are left out, then the last sources.
 *
 * @param contextTokens that prompt and answer may have together
 * @throws ApiError `service_http_error` where not even the question fits (`isTooLong`)
 */
export function fitPrompt(prompt: Prompt, contextTokens: number): Prompt {
  const { sources, turns, question } = partsOf(prompt)
  const shareOf = ({ share, most }: typeof answer) => Math.min(contextTokens * share, most)
  const { instructions, documents = [] } = prompt
  const fixed = tokensOfAll([instructions, ...documents, ...toolTexts(prompt), ...textsOf(question)])
  const room = contextTokens - shareOf(answer) - fixed
  if (room < 0) throw tooLong()
  const shown = firstWithin(room, sources, (source) => tokensOfAll([source]))
  const forHistory = Math.min(room - tokensOfAll(shown), shareOf(history))
  const told = firstWithin(forHistory, turns.toReversed(), (turn) => tokensOfAll(textsOf(turn)))
  return { ...prompt, sources: shown, messages: [...told.toReversed(), question].flat() }
}

/** A prompt with half its sources and half its earlier turns; undefined where there is nothing to leave out. */
export function halvePrompt(prompt: Prompt): Prompt | undefined {
  const { sources, turns, question } = partsOf(prompt)
  const some = sources.slice(0, Math.ceil(sources.length / 2))
  const latest = turns.slice(Math.ceil(turns.length / 2))
  if (some.length === sources.length && latest.length === turns.length) return undefined
  return { ...prompt, sources: some, messages: [...latest, question].flat() }
}

/** A prompt as it is sent: all that stands before the conversation or the question is part of what the user says there. */
export type RenderedPrompt = Omit<Prompt, 'documents' | 'sources'>

/**
 * Puts the documents before the first of the messages and the sources before the question, and tells the model what was left
 * out of the `whole` prompt. So each turn begins as the one before did, as far as it can.
 */
export function rendered(prompt: Prompt, whole: Prompt): RenderedPrompt {
  const { documents = [], sources = [], ...sent } = prompt
  const notices = [
    ...(sources.length < (whole.sources?.length ?? 0) ? ['Further sources were left out for lack of room.'] : []),
    ...(prompt.messages.length < whole.messages.length
      ? ['Earlier turns of this conversation were left out for lack of room. Say so where the question needs them.']
      : []),
  ]
  const asked = sent.messages.findLastIndex(({ role }) => role === 'user')
  const messages = sent.messages.map((message, index) => {
    const before = [...(index === 0 ? documents : []), ...(index === asked ? [...sources, ...notices] : [])]
    return before.length > 0 ? { ...message, content: [...before, message.content].join('\n\n') } : message
  })
  return { ...sent, messages }
}

/** A turn begins with what the user says. */
function partsOf({ sources = [], messages }: Prompt): Parts {
  const turns: Message[][] = []
  for (const message of messages) {
    if (message.role === 'user' || turns.length === 0) turns.push([])
    turns.at(-1)!.push(message)
  }
  return { sources, turns, question: turns.pop() ?? [] }
}

/** The first of some items that together have no more tokens. */
function firstWithin<Item>(tokens: number, items: Item[], tokensOf: (item: Item) => number): Item[] {
  let sum = 0
  const tooMany = items.findIndex((item) => (sum += tokensOf(item)) > tokens)
  return tooMany === -1 ? items : items.slice(0, tooMany)
}

const textsOf = (messages: Message[]) =>
  messages.map((message) =>
    'calls' in message && message.calls ? message.content + JSON.stringify(message.calls) : message.content,
  )

const toolTexts = ({ tools = [] }: Prompt) => tools.map((tool) => tool.description + JSON.stringify(inputSchema(tool)))
