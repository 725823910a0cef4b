import { and, eq } from 'drizzle-orm'
import type { Agent, updateAgent as endpoint } from '~/contract/agents.ts'
import type { AdminAction } from '~/contract/audits.ts'
import type { ParsedOf } from '~/contract/endpoint.ts'
import { ApiError } from '~/contract/errors.ts'
import type { Call } from '~/provider/api/serve.ts'
import { changeRecorded } from '~/provider/audits/owed-actions.ts'
import { agents } from '~/provider/db/index.ts'
import type { AgentRow } from './configured.ts'
import { toAgent } from './list.ts'

type Change = ParsedOf<typeof endpoint>['body']

/**
 * Switches an agent of the caller's organisation on or off, or sets its rules; it counts for the next question.
 * @throws ApiError `does_not_exist`, or `invalid_request` for no change and for rules of an agent that has none
 */
export async function updateAgent({ params, body }: ParsedOf<typeof endpoint>, call: Call): Promise<Agent> {
  const { db, member } = call
  const own = and(eq(agents.id, params.id), eq(agents.organization_id, member.organizationId))
  const agent = await db.select().from(agents).where(own).get()
  if (!agent) throw new ApiError('does_not_exist', { entity: 'agent' })

  const change = changeOf(agent, body)
  const details = changesOf(agent, change)
  if (Object.keys(details).length === 0) return toAgent(agent, member)
  const [[changed]] = await changeRecorded(call, [db.update(agents).set(change).where(own).returning()], {
    action: 'agent_changed',
    target: agent.type,
    details,
  })
  if (!changed) throw new ApiError('does_not_exist', { entity: 'agent' })
  return toAgent(changed, member)
}

function changeOf(
  { type }: AgentRow,
  { enabled, properties }: Change,
): Partial<Pick<AgentRow, 'enabled' | 'properties'>> {
  if (enabled === undefined && properties === undefined) throw invalid('nothing to change')
  if (properties && properties.type !== type) throw invalid('properties: of another agent')
  return {
    ...(enabled !== undefined && { enabled }),
    ...(properties && { properties: { rules: properties.rules } }),
  }
}

/** What is different afterwards, as it is recorded: of rules how many there are. */
function changesOf(agent: AgentRow, { enabled, properties }: Partial<AgentRow>): AdminAction['details'] {
  const before = agent.properties.rules ?? []
  const after = properties?.rules ?? before
  const same = after.length === before.length && after.every((rule, index) => rule === before[index])
  return {
    ...(enabled !== undefined && enabled !== agent.enabled && { enabled }),
    ...(!same && { rules: after.length, rules_before: before.length }),
  }
}

const invalid = (message: string) => new ApiError('invalid_request', undefined, { message })
