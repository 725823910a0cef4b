import * as contract from '~/contract/chat.ts'
import { type Api, serve } from '~/provider/api/serve.ts'
import { ask } from './ask.ts'
import { resume } from './follow.ts'
import { findAnswer, findOwnConversation } from './own-conversation.ts'
import { cancelRun } from './runs.ts'
import { chatSettingsOf } from './settings.ts'

export function serveChat(api: Api) {
  serve(api, contract.getChatSettings, (_input, call) => chatSettingsOf(call))
  serve(api, contract.ask, ({ body }, call) => ask(body, undefined, call))
  serve(api, contract.askIn, ({ params, body }, call) => ask(body, params.id, call))
  serve(api, contract.resumeAnswer, ({ params, query }, call) =>
    resume({ id: params.id, entryId: query.entry_id }, call),
  )
  serve(api, contract.cancelAnswer, async ({ params, query }, { env, db, member }) => {
    const conversation = await findOwnConversation(db, member, params.id)
    const answer = await findAnswer(db, conversation.id, query.entry_id)
    if (answer?.status === 'streaming') await cancelRun(env, answer)
  })
}
