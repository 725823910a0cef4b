import * as contract from '~/contract/keywords.ts'
import { type Api, serve } from '~/provider/api/serve.ts'
import { addKeyword } from './add.ts'
import { deleteKeyword } from './delete.ts'
import { listKeywords } from './list.ts'

export function serveKeywords(api: Api) {
  serve(api, contract.listKeywords, listKeywords)
  serve(api, contract.addKeyword, addKeyword)
  serve(api, contract.deleteKeyword, ({ params }, call) => deleteKeyword(params.id, call))
}
