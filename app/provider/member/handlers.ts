import * as chat from '~/contract/chat.ts'
import type { Question } from '~/contract/chat.ts'
import * as contract from '~/contract/conversations.ts'
import { ApiError } from '~/contract/errors.ts'
import { limitsOf } from '~/provider/api/limits.ts'
import { pageNumbers } from '~/provider/api/page-numbers.ts'
import { type Api, type Call, serve, serveReading } from '~/provider/api/serve.ts'
import { lastEventId } from '~/provider/chat/sse.ts'
import { hitsPerPage } from '~/provider/conversations/search/search.ts'
import type { Database } from '~/provider/db/index.ts'
import type { MemberIds } from '~/provider/identity/members.ts'
import { callObject, resultOf } from '~/provider/objects/call.ts'
import { repeatableCall } from '~/provider/objects/idempotency-key.ts'
import { ask, askerOf } from './ask.ts'
import { listDeletedFiles } from './deleted-files.ts'
import { listConversations } from './list-conversations.ts'
import { selectQuestionContext } from './question-context.ts'
import { chatSettingsOf } from './settings.ts'
import { memberObject, readAnswer } from './stub.ts'

/** Serves questions, answers and conversations, which are the calling member's own, whatever their role. */
export function serveMember(api: Api) {
  serve(api, chat.getChatSettings, (_input, call) => chatSettingsOf(call))
  const readContext = (db: Database, caller: MemberIds, { body }: { body: Question }) =>
    selectQuestionContext(db, caller, body)
  serveReading(api, chat.ask, readContext, ({ body }, call, context) => ask(body, undefined, call, context))
  serveReading(api, chat.askIn, readContext, ({ params, body }, call, context) => ask(body, params.id, call, context))
  serve(api, chat.resumeAnswer, ({ params, query }, { env, member, request }) =>
    readAnswer(
      env,
      member,
      { id: params.id, entryId: query.entry_id, after: lastEventId(request.headers) },
      request.signal,
    ),
  )
  serve(api, chat.cancelAnswer, ({ params, query }, call) => resultOf(objectOf(call).cancel(params.id, query.entry_id)))
  serve(api, contract.listConversations, ({ query }, call) => listConversations(query, call))
  serve(api, contract.searchConversations, async ({ query }, call) => {
    const { data, total, complete } = await resultOf(callObject(async () => objectOf(call).searchConversations(query)))
    return { data, ...pageNumbers(total, { page: query.page, page_size: hitsPerPage }), complete }
  })
  serve(api, contract.listEntries, async ({ params, query }, call) => {
    const { data, total, title } = await resultOf(callObject(async () => objectOf(call).listEntries(params.id, query)))
    return { data, ...pageNumbers(total, query), title }
  })
  serve(api, contract.listDeletedFiles, ({ params }, call) => listDeletedFiles(params.id, call))
  serve(api, contract.updateConversation, ({ params, body }, call) => {
    if (Object.keys(body).length === 0) throw new ApiError('invalid_request')
    return resultOf(objectOf(call).updateConversation(params.id, body))
  })
  serve(api, contract.branchConversation, ({ params, body }, call) => {
    const branch = { id: params.id, entryId: body.entry_id, language: call.member.language }
    const repeatable = repeatableCall(call.request, 'branch', JSON.stringify(branch))
    return resultOf(objectOf(call).branchConversation(branch, limitsOf(call.env), repeatable))
  })
  serve(api, contract.deleteConversation, ({ params }, call) =>
    resultOf(objectOf(call).deleteConversations([params.id])),
  )
  serve(api, contract.deleteConversations, async ({ query }, call) => {
    const { member } = call
    if (query.user_id === undefined || query.organization_id === undefined) {
      throw new ApiError('invalid_request', undefined, { message: 'Need userID and organizationID' })
    }
    if (query.user_id !== member.id || query.organization_id !== member.organizationId)
      throw new ApiError('operation_not_authorized')
    await resultOf(objectOf(call).deleteConversations(undefined))
  })
  serve(api, contract.setFeedback, async ({ params, query }, call) => {
    const given = { conversationId: params.conversation_id, entryId: params.entry_id, value: query.value }
    await resultOf(objectOf(call).setFeedback(given, askerOf(call)))
    return { feedback: query.value }
  })
}

const objectOf = ({ env, member }: Call) => memberObject(env, member)
