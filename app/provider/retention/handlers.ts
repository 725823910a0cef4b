import * as contract from '~/contract/retention.ts'
import { type Api, serve } from '~/provider/api/serve.ts'
import { holdUser, listHolds, releaseUser } from './holds.ts'
import { getRetention, setRetention } from './periods.ts'
import { previewRetention } from './preview.ts'

export function serveRetention(api: Api) {
  serve(api, contract.getRetention, (_input, call) => getRetention(call))
  serve(api, contract.setRetention, ({ body }, call) => setRetention(body, call))
  serve(api, contract.previewRetention, previewRetention)
  serve(api, contract.listHolds, ({ query }, call) => listHolds(query, call))
  serve(api, contract.holdUser, ({ params, body }, call) => holdUser(params.id, body.reason, call))
  serve(api, contract.releaseUser, ({ params }, call) => releaseUser(params.id, call))
}
