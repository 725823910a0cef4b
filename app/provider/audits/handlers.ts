import * as contract from '~/contract/audits.ts'
import { type Api, type Call, serve } from '~/provider/api/serve.ts'
import { createExport } from '~/provider/exports/create-export.ts'
import { countFeedback } from './feedback.ts'
import { findAudit } from './find.ts'
import { momentsOf } from './interval.ts'
import { listActions, listAudits } from './list.ts'
import { recordAction } from './record-action.ts'
import { streamVerification } from './stream-verification.ts'

export function serveAudits(api: Api) {
  serve(api, contract.listAudits, listAudits)
  serve(api, contract.getAudit, ({ params }, call) => findAudit(params.id, call))
  serve(api, contract.exportAudits, async ({ query }, call) => {
    await requireInterval(query, call)
    const download = await createExport(call, 'audits', query)
    await recordAction(call, { action: 'audits_exported', target: 'csv', details: given(query) })
    return download
  })
  serve(api, contract.countFeedback, countFeedback)
  serve(api, contract.listActions, listActions)
  serve(api, contract.exportActions, async ({ query }, call) => {
    await requireInterval(query, call)
    const download = await createExport(call, 'actions', query)
    await recordAction(call, { action: 'actions_exported', target: 'csv', details: given(query) })
    return download
  })
  serve(api, contract.verifyAudits, (_input, call) => streamVerification(call))
}

/** So that an interval which is none is refused now, and not by the file. */
const requireInterval = ({ start_date, end_date }: { start_date?: string; end_date?: string }, { db, member }: Call) =>
  momentsOf(db, member.organizationId, { from: start_date, to: end_date })

const given = (query: Record<string, string | number | undefined>) =>
  Object.fromEntries(Object.entries(query).flatMap(([key, value]) => (value === undefined ? [] : [[key, value]])))
