import { env } from 'cloudflare:workers'
import type { Audit, AuditDetails } from '~/contract/audits.ts'
import type { Paged } from '~/contract/shared.ts'
import { actionLink } from '~/provider/audits/append.ts'
import type { NewLink } from '~/provider/audits/link.ts'
import { type Problem, type SoundChain, verifyAudits } from '~/provider/audits/verify.ts'
import type { Caller } from './callers.ts'

/** The audits of a page, the latest first. */
export async function auditsOf(admin: Caller, query = ''): Promise<Audit[]> {
  const response = await admin(`/v1/audits${query}`)
  return (await response.json<Paged<Audit>>()).data
}

export async function latestAudit(admin: Caller, query = ''): Promise<AuditDetails> {
  const [latest] = await auditsOf(admin, query)
  return (await admin(`/v1/audits/${latest?.id}`)).json()
}

/** The chain of an organisation. */
export const chainOf = (organizationId: number) => env.AUDIT_CHAINS.getByName(`organization-${organizationId}`)

/** An action to append: what its chain does not add. */
export const action = (organizationId: number, source: string = crypto.randomUUID()): NewLink =>
  actionLink({
    organization_id: organizationId,
    source,
    user_id: 1,
    user_email: 'admin@chain.example',
    action: 'keyword_added',
    target: 'keyword',
    details: '{}',
  })

export async function verified(): Promise<(Problem | SoundChain)[]> {
  const found: (Problem | SoundChain)[] = []
  const query = async <Row>(sql: string, ...values: (string | number)[]) =>
    (
      await env.DB.prepare(sql)
        .bind(...values)
        .all<Row>()
    ).results
  for await (const result of verifyAudits(query)) found.push(result)
  return found
}

/** What {@link verified} finds wrong. */
export const problems = async () => (await verified()).filter((result): result is Problem => 'text' in result)
