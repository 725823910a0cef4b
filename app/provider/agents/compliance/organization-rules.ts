import { and, eq } from 'drizzle-orm'
import { agents, openDatabase } from '~/provider/db/index.ts'
import type { Rule } from './finding.ts'

/** The rules that an organisation's admins have set, in their order. */
export async function organizationRules(db: D1Database, organizationId: number): Promise<Rule[]> {
  const row = await openDatabase(db)
    .select({ properties: agents.properties })
    .from(agents)
    .where(and(eq(agents.organization_id, organizationId), eq(agents.type, 'compliance_review_ai')))
    .get()
  return (row?.properties.rules ?? []).map((text, index) => ({ number: index + 1, text }))
}
