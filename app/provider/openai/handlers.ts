import { agentTypes, AgentType, type Question } from '~/contract/chat.ts'
import { Question as QuestionSchema } from '~/contract/chat.ts'
import { ApiError } from '~/contract/errors.ts'
import * as contract from '~/contract/openai.ts'
import { usableAgents } from '~/provider/agents/configured.ts'
import { type Api, serve, serveReading } from '~/provider/api/serve.ts'
import type { Database } from '~/provider/db/index.ts'
import type { MemberIds } from '~/provider/identity/members.ts'
import { ask } from '~/provider/member/ask.ts'
import { selectQuestionContext } from '~/provider/member/question-context.ts'
import { answerIn } from './answer.ts'
import { chatCompletion } from './chat-completion.ts'
import { response } from './response.ts'
import { type Said, saidInChat, saidInInput, wholeOf } from './said.ts'

/** Serves the part of the OpenAI API by which programs ask. Whatever is asked is a question as any other: checked, counted and audited. */
export function serveOpenAi(api: Api) {
  serve(api, contract.listModels, async (_input, { db, member }) => {
    const usable = await usableAgents(db, member.organizationId)
    const created = Math.floor(Date.now() / 1000)
    const model = (id: AgentType) => ({ id, object: 'model' as const, created, owned_by: 'organization' })
    return { object: 'list' as const, data: agentTypes.filter((type) => usable.includes(type)).map(model) }
  })

  serveReading(
    api,
    contract.createChatCompletion,
    (db, caller, { body }) => selectContext(db, caller, saidInChat(body)),
    async ({ body }, call, context) => {
      const said = saidInChat(body)
      const { origin } = new URL(call.request.url)
      const asked = { earlier: said.earlier, isKept: body.store === true }
      const answer = await ask(questionOf(body.model, said), undefined, call, context, asked)
      return answerIn(chatCompletion(body, origin), answer, body.stream === true)
    },
  )

  serveReading(
    api,
    contract.createResponse,
    (db, caller, { body }) => selectContext(db, caller, saidInInput(body)),
    async ({ body }, call, context) => {
      const said = saidInInput(body)
      const { origin } = new URL(call.request.url)
      const previous = body.previous_response_id?.split('_').slice(1).map(Number)
      const asked = { earlier: said.earlier, isKept: body.store !== false, follows: previous?.[1] }
      const answer = await ask(questionOf(body.model, said), previous?.[0], call, context, asked)
      return answerIn(response(body, origin), answer, body.stream === true)
    },
  )
}

/** @throws ApiError `unavailable_agent` for a model that is none */
function questionOf(model: string, { question, files }: Said): Question {
  const pipeline = AgentType.safeParse(model)
  if (!pipeline.success) throw new ApiError('unavailable_agent')
  return QuestionSchema.parse({ query: question, pipeline: pipeline.data, files })
}

/** Keywords are looked for in all that is said. */
const selectContext = (db: Database, caller: MemberIds, said: Said) =>
  selectQuestionContext(db, caller, { query: wholeOf(said), files: said.files })
