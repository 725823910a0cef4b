import { eq, type SQL } from 'drizzle-orm'
import { type AgentType, agentTypes } from '~/contract/chat.ts'
import { agents, type Database } from '~/provider/db/index.ts'
import { isInstalled } from './index.ts'

export type AgentRow = typeof agents.$inferSelect

/** An organisation's agents as it configured them, in the contract's order. Those it has not seen yet are on. */
export async function configuredAgents(db: Database, organizationId: number): Promise<AgentRow[]> {
  const rows = await selectAgents(db, organizationId)
  const known = new Set(rows.map(({ type }) => type))
  if (agentTypes.every((type) => known.has(type))) return inOrder(rows)
  await db
    .insert(agents)
    .values(agentTypes.map((type) => ({ organization_id: organizationId, type })))
    .onConflictDoNothing()
  return inOrder(await selectAgents(db, organizationId))
}

/** The agents that an organisation's members can ask: installed and not switched off. */
export async function usableAgents(db: Database, organizationId: number): Promise<AgentType[]> {
  return usableOf(await selectAgents(db, organizationId))
}

/** The same of rows that {@link selectAgents} gave. */
export function usableOf(rows: AgentRow[]): AgentType[] {
  const off = new Set(rows.flatMap(({ type, enabled }) => (enabled ? [] : [type])))
  const usable = agentTypes.filter((type) => isInstalled(type) && !off.has(type))
  // Without an agent to select there is nothing that it could do.
  return usable.length > 1 ? usable : usable.filter((type) => type !== 'auto_ai')
}

/** An organisation's agents, as a statement. */
export const selectAgents = (db: Database, organizationId: number | SQL<number>) =>
  db.select().from(agents).where(eq(agents.organization_id, organizationId))

/** Types that this version no longer knows come last. */
const inOrder = (rows: AgentRow[]) => rows.toSorted((a, b) => placeOf(a) - placeOf(b))

const placeOf = ({ type }: AgentRow) => (agentTypes.includes(type) ? agentTypes.indexOf(type) : agentTypes.length)
