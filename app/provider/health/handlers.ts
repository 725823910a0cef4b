import * as contract from '~/contract/health.ts'
import { getSystem } from '~/contract/system.ts'
import { type Api, serve, serveOpen } from '~/provider/api/serve.ts'
import { currentHealth } from './check-health.ts'
import { systemOf } from './system.ts'

export function serveHealth(api: Api) {
  serveOpen(api, contract.health, async (_input, { env }) => {
    const report = await currentHealth(env)
    return Response.json(report, { status: report.status === 'failed' ? 503 : 200 })
  })
  serve(api, getSystem, (_input, call) => systemOf(call))
}
