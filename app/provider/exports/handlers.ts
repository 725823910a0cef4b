import { openExport as endpoint } from '~/contract/audits.ts'
import { type Api, serveOpen } from '~/provider/api/serve.ts'
import { openExport } from './open-export.ts'
import type { ExportSources } from './source.ts'

/** @param sources all that can be exported */
export function serveExports(api: Api, sources: ExportSources) {
  serveOpen(api, endpoint, (input, call) => openExport(input, call, sources))
}
