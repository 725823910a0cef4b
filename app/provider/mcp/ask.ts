import { z } from 'zod'
import { AgentType, ask as endpoint, Question } from '~/contract/chat.ts'
import { defaultAgent, maxQuestionLength } from '~/contract/defaults.ts'
import type { Call } from '~/provider/api/serve.ts'
import { ask } from '~/provider/member/ask.ts'
import { selectQuestionContext } from '~/provider/member/question-context.ts'
import { wholeAnswer } from '~/provider/openai/answer.ts'
import { linkTo, pageAddress } from '~/provider/openai/source-link.ts'
import { Address, originOf, textsAreData, tool } from './tool.ts'

const Source = z.object({
  number: z.number().int().describe('As it stands in the answer, such as [2]'),
  title: z.string(),
  url: Address.optional(),
  words: z.string().optional().describe('The words that the answer rests on'),
})

const NewFile = z.object({ file_id: z.number().int(), name: z.string(), url: Address })

const input = z.object({
  question: z.string().min(1).max(maxQuestionLength).describe('All that it takes to understand the question'),
  agent: AgentType.default(defaultAgent).describe('Who answers; left out, the product chooses'),
  file_ids: z.array(z.number().int().positive()).max(100).default([]).describe('Files that it is about'),
})

/** A question as any other: checked, counted and audited. It leaves no conversation. */
export const askTool = tool({
  name: 'ask',
  title: 'Ask the assistant',
  description: `Asks the organisation's assistant, which reads the organisation's and the member's own files, and answers with its sources. Takes up to some minutes. Cite the sources by their addresses. ${textsAreData}`,
  endpoint,
  readOnly: false,
  input,
  output: z.object({ answer: z.string(), sources: z.array(Source), files: z.array(NewFile) }),
  async run({ question, agent, file_ids }, call, progress) {
    const asked = Question.parse({ query: question, pipeline: agent, files: file_ids })
    const context = await questionContext(call, asked)
    const { body } = await ask(asked, undefined, call, context, { earlier: [], isKept: false })
    const { text, sources, files } = await wholeAnswer(body!, progress)
    const origin = originOf(call)
    const data = {
      answer: text.said,
      sources: sources.map((source) => ({
        number: source.id,
        title: source.name,
        ...linkTo(source, origin),
        ...(source.excerpt && { words: source.excerpt }),
      })),
      files: files.map(({ id, name }) => ({ file_id: id, name, url: pageAddress(id, undefined, origin) })),
    }
    const listed = [
      ...data.sources.map(({ number, title, url = '' }) => `[${number}] ${title} ${url}`.trim()),
      ...data.files.map(({ name, url }) => `${name} ${url}`),
    ]
    return { data, text: [data.answer, ...(listed.length > 0 ? [listed.join('\n')] : [])].join('\n\n') }
  },
})

/** What the directory knows of a question, or of a text that is looked for. */
export const questionContext = ({ db, member }: Call, question: Pick<Question, 'query' | 'files'>) =>
  db.batch(selectQuestionContext(db, member, question))
