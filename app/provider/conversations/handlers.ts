import { eq } from 'drizzle-orm'
import * as contract from '~/contract/conversations.ts'
import { ApiError } from '~/contract/errors.ts'
import { type Api, serve } from '~/provider/api/serve.ts'
import { findOwnConversation } from '~/provider/chat/own-conversation.ts'
import { conversations } from '~/provider/db/index.ts'
import { branchConversation } from './branch.ts'
import { deleteConversation, deleteConversations } from './delete.ts'
import { toConversation } from './entry.ts'
import { setFeedback } from './feedback.ts'
import { listConversations, listEntries } from './list.ts'
import { searchConversations } from './search/search.ts'

export function serveConversations(api: Api) {
  serve(api, contract.listConversations, ({ query }, call) => listConversations(query, call))
  serve(api, contract.searchConversations, ({ query }, call) => searchConversations(query, call))
  serve(api, contract.listEntries, ({ params, query }, call) => listEntries(params.id, query, call))
  serve(api, contract.branchConversation, ({ params, body }, call) =>
    branchConversation(params.id, body.entry_id, call),
  )
  serve(api, contract.deleteConversation, ({ params }, call) => deleteConversation(params.id, call))
  serve(api, contract.deleteConversations, ({ query }, call) => deleteConversations(query, call))
  serve(api, contract.setFeedback, ({ params, query }, call) =>
    setFeedback({ conversationId: params.conversation_id, entryId: params.entry_id, value: query.value }, call),
  )
  serve(api, contract.updateConversation, async ({ params, body }, { db, member }) => {
    const conversation = await findOwnConversation(db, member, params.id)
    if (Object.keys(body).length === 0) throw new ApiError('invalid_request')
    await db.update(conversations).set(body).where(eq(conversations.id, conversation.id))
    return toConversation({ ...conversation, ...body })
  })
}
