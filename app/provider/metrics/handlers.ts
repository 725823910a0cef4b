import * as contract from '~/contract/metrics.ts'
import { type Api, serve } from '~/provider/api/serve.ts'
import { listMetrics } from './list.ts'
import { listQuotas } from './list-quotas.ts'
import { setQuota } from './set-quota.ts'

export function serveMetrics(api: Api) {
  serve(api, contract.listMetrics, listMetrics)
  serve(api, contract.listQuotas, (_input, call) => listQuotas(call))
  serve(api, contract.setQuota, ({ body }, call) => setQuota(body, call))
}
