import type { Agent, listAgents as endpoint } from '~/contract/agents.ts'
import type { ParsedOf } from '~/contract/endpoint.ts'
import type { Call } from '~/provider/api/serve.ts'
import type { Member } from '~/provider/identity/members.ts'
import { type AgentRow, configuredAgents } from './configured.ts'
import { isInstalled } from './index.ts'

/** The caller's organisation's agents. */
export async function listAgents(_input: ParsedOf<typeof endpoint>, { db, member }: Call): Promise<Agent[]> {
  const rows = await configuredAgents(db, member.organizationId)
  return rows.map((row) => toAgent(row, member))
}

/** An agent as the caller may see it: its rules are for admins alone. */
export const toAgent = ({ id, type, enabled, properties }: AgentRow, { role }: Member): Agent => ({
  id,
  type,
  enabled,
  available: isInstalled(type),
  ...(role === 'admin' && {
    properties: { type, ...(type === 'compliance_review_ai' && { rules: properties.rules ?? [] }) },
  }),
})
