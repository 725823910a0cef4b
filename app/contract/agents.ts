import { z } from 'zod'
import { AgentType } from './chat.ts'
import { maxRuleLength, maxRules } from './defaults.ts'
import { endpoint, jsonBodyBytes } from './endpoint.ts'
import { IdParams, OrganizationQuery } from './shared.ts'

/** The rules that `compliance_review_ai` checks documents against, one a line of the form. */
export const Rules = z.array(z.string().trim().min(1).max(maxRuleLength)).max(maxRules)

/** An agent as the organisation configured it. `properties` is for admins alone. */
export const Agent = z.object({
  id: z.number().int(),
  type: AgentType,
  enabled: z.boolean(),
  /** Whether this installation can run it at all. */
  available: z.boolean(),
  properties: z.object({ type: AgentType, rules: z.array(z.string()).optional() }).optional(),
})
export type Agent = z.infer<typeof Agent>

export const listAgents = endpoint({
  method: 'get',
  path: '/web/v1/agents',
  access: 'member',
  scope: 'ask',
  summary: "The organisation's agents, and for admins their properties.",
  query: OrganizationQuery,
  output: z.array(Agent),
})

export const updateAgent = endpoint({
  method: 'patch',
  path: '/web/v1/agents/{id}',
  access: 'admin',
  summary: 'Switches an agent on or off, or sets its rules. The type cannot change.',
  params: IdParams,
  body: z.object({
    enabled: z.boolean().optional(),
    properties: z.object({ type: z.literal('compliance_review_ai'), rules: Rules }).optional(),
  }),
  bodyBytes: 2 * jsonBodyBytes,
  output: Agent,
})
