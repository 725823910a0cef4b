import * as contract from '~/contract/agents.ts'
import { type Api, serve } from '~/provider/api/serve.ts'
import { listAgents } from './list.ts'
import { updateAgent } from './update.ts'

export function serveAgents(api: Api) {
  serve(api, contract.listAgents, listAgents)
  serve(api, contract.updateAgent, updateAgent)
}
