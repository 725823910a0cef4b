import { eq } from 'drizzle-orm'
import * as contract from '~/contract/api-keys.ts'
import { type Api, serve } from '~/provider/api/serve.ts'
import { changeRecorded } from '~/provider/audits/owed-actions.ts'
import { organizations } from '~/provider/db/index.ts'
import { createOwnKey, createServiceAccountKey } from './create.ts'
import { listAllApiKeys, listApiKeys, selectPolicy } from './list.ts'
import { revokeApiKey } from './revoke.ts'

export function serveApiKeys(api: Api) {
  serve(api, contract.listApiKeys, (_input, call) => listApiKeys(call))
  serve(api, contract.createApiKey, ({ body }, call) => createOwnKey(body, call))
  serve(api, contract.createServiceAccountKey, ({ params, body }, call) =>
    createServiceAccountKey(params.id, body, call),
  )
  serve(api, contract.revokeApiKey, ({ params }, call) => revokeApiKey(params.id, call))
  serve(api, contract.listAllApiKeys, listAllApiKeys)
  serve(api, contract.getApiKeyPolicy, async (_input, call) => (await selectPolicy(call).get())!)
  serve(api, contract.setApiKeyPolicy, async ({ body: { allowed_for } }, call) => {
    const { db, member } = call
    const change = db
      .update(organizations)
      .set({ api_keys_for: allowed_for })
      .where(eq(organizations.id, member.organizationId))
    await changeRecorded(call, [change], { action: 'api_key_policy_changed', target: allowed_for })
  })
}
