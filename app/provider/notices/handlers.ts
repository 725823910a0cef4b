import * as contract from '~/contract/notices.ts'
import { type Api, serve } from '~/provider/api/serve.ts'
import { addNotice, deleteNotice, dismissNotice, listNotices } from './notices.ts'

export function serveNotices(api: Api) {
  serve(api, contract.listNotices, (_input, call) => listNotices(call))
  serve(api, contract.addNotice, addNotice)
  serve(api, contract.deleteNotice, ({ params }, call) => deleteNotice(params.id, call))
  serve(api, contract.dismissNotice, ({ params }, call) => dismissNotice(params.id, call))
}
