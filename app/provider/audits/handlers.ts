import * as contract from '~/contract/audits.ts'
import { type Api, serve } from '~/provider/api/serve.ts'
import { createExport } from '~/provider/exports/create-export.ts'
import { findAudit } from './find.ts'
import { momentsOf } from './interval.ts'
import { listActions, listAudits } from './list.ts'
import { recordAction } from './record-action.ts'

export function serveAudits(api: Api) {
  serve(api, contract.listAudits, listAudits)
  serve(api, contract.getAudit, ({ params }, { db, member }) => findAudit(db, member, params.id))
  serve(api, contract.exportAudits, async ({ query }, call) => {
    momentsOf({ from: query.start_date, to: query.end_date })
    const download = await createExport(call, 'audits', query)
    await recordAction(call, { action: 'audits_exported', target: 'csv', details: given(query) })
    return download
  })
  serve(api, contract.listActions, listActions)
  serve(api, contract.exportActions, async ({ query }, call) => {
    momentsOf({ from: query.start_date, to: query.end_date })
    const download = await createExport(call, 'actions', query)
    await recordAction(call, { action: 'actions_exported', target: 'csv', details: given(query) })
    return download
  })
}

const given = (query: Record<string, string | number | undefined>) =>
  Object.fromEntries(Object.entries(query).flatMap(([key, value]) => (value === undefined ? [] : [[key, value]])))
