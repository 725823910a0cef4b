import { openExport as endpoint } from '~/contract/audits.ts'
import { type Api, serveOpen } from '~/provider/api/serve.ts'
import { openExport } from './open-export.ts'

export function serveExports(api: Api) {
  serveOpen(api, endpoint, openExport)
}
