import * as contract from '~/contract/prompts.ts'
import { type Api, serve } from '~/provider/api/serve.ts'
import { addPrompt, deletePrompt, listPrompts, updatePrompt } from './prompts.ts'

export function servePrompts(api: Api) {
  serve(api, contract.listPrompts, (_input, call) => listPrompts(call))
  serve(api, contract.addPrompt, addPrompt)
  serve(api, contract.updatePrompt, updatePrompt)
  serve(api, contract.deletePrompt, ({ params }, call) => deletePrompt(params.id, call))
}
