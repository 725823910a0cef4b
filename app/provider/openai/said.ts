import { ApiError } from '~/contract/errors.ts'
import type { ChatCompletionRequest, ResponseRequest } from '~/contract/openai.ts'
import type { Turn } from '~/provider/agents/agent.ts'

/** What a request says: a question, and what came before it in the caller's own conversation. */
export interface Said {
  question: string
  /** Ids of the files that come with the question. */
  files: number[]
  /** What was said before, as turns; a system's text is one without an answer. */
  earlier: Turn[]
}

/** A message, whichever of the two calls it came by. */
interface Message {
  role: 'system' | 'developer' | 'user' | 'assistant'
  text: string
  files: number[]
}

/** @throws ApiError `invalid_request` where the last message is not a user's */
export const saidInChat = ({ messages }: ChatCompletionRequest): Said =>
  saidBy(
    messages.map(({ role, content }) => ({
      role,
      text: textOf(content ?? ''),
      files: partsOf(content ?? '').flatMap((part) => (part.type === 'file' ? [part.file.file_id] : [])),
    })),
  )

/** @throws ApiError `invalid_request` where the last message is not a user's */
export function saidInInput({ input, instructions }: ResponseRequest): Said {
  const messages = typeof input === 'string' ? [{ role: 'user' as const, content: input }] : input
  const said = messages.map(({ role, content }) => ({
    role,
    text: textOf(content),
    files: partsOf(content).flatMap((part) => (part.type === 'input_file' ? [part.file_id] : [])),
  }))
  return saidBy(instructions ? [{ role: 'system', text: instructions, files: [] }, ...said] : said)
}

/** All of it, as one text: what is blocked is blocked wherever it stands. */
export const wholeOf = ({ question, earlier }: Said): string =>
  [...earlier.flatMap((turn) => [turn.question, turn.answer]), question].join('\n')

function saidBy(messages: Message[]): Said {
  const rules = messages.filter(({ role }) => role === 'system' || role === 'developer')
  const talk = messages.filter(({ role }) => role === 'user' || role === 'assistant')
  const asked = talk.slice(talk.findLastIndex(({ role }) => role === 'assistant') + 1)
  if (asked.length === 0) {
    throw new ApiError('invalid_request', undefined, { message: "The last message has to be the user's." })
  }
  return {
    question: joined(asked),
    // Those of earlier questions too: the caller has sent them along once more.
    files: [...new Set(talk.flatMap(({ files }) => files))],
    earlier: [
      ...(rules.length > 0 ? [{ question: joined(rules), answer: '' }] : []),
      ...turnsOf(talk.slice(0, talk.length - asked.length)),
    ],
  }
}

/** Messages of one side that follow each other are one. */
function turnsOf(messages: Message[]): Turn[] {
  const turns: Turn[] = []
  for (const [index, message] of messages.entries()) {
    const followsAnswer = index === 0 || messages[index - 1]!.role === 'assistant'
    if (message.role === 'user' && followsAnswer) turns.push({ question: message.text, answer: '' })
    else if (turns.length === 0) turns.push({ question: '', answer: message.text })
    else {
      const turn = turns.at(-1)!
      const side = message.role === 'user' ? 'question' : 'answer'
      turn[side] = [turn[side], message.text].filter(Boolean).join('\n\n')
    }
  }
  return turns
}

const joined = (messages: Message[]) => messages.map(({ text }) => text).join('\n\n')

type Part = { type: string; text?: string }

const partsOf = <P extends Part>(content: string | P[]): P[] => (typeof content === 'string' ? [] : content)

const textOf = (content: string | Part[]): string =>
  typeof content === 'string' ? content : content.map(({ text }) => text ?? '').join('')
