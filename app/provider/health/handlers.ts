import * as contract from '~/contract/health.ts'
import { type Api, serveOpen } from '~/provider/api/serve.ts'
import { currentHealth } from './check-health.ts'

export function serveHealth(api: Api) {
  serveOpen(api, contract.health, async (_input, { env }) => {
    const report = await currentHealth(env)
    return Response.json(report, { status: report.status === 'failed' ? 503 : 200 })
  })
}
