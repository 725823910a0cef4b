import type { Usage } from '~/contract/chat.ts'
import type { Call } from '~/provider/api/serve.ts'
import { callObject } from '~/provider/objects/call.ts'
import { organizationObject, organizationOf } from '~/provider/organization/stub.ts'

const nothing: Usage = { input_tokens: 0, output_tokens: 0 }

/** What the organisation's answers took of each model since the month began. */
export async function usedThisMonth(env: Env, member: Call['member']): Promise<(name: string) => Usage> {
  const organization = organizationOf(member)
  const used = await callObject(() => organizationObject(env, organization.key).modelUsage(organization))
  const byName = new Map(used.map(({ model, ...usage }) => [model, usage]))
  return (name) => byName.get(name) ?? nothing
}
