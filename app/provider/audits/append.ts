import type { Call } from '~/provider/api/serve.ts'
import { callObject } from '~/provider/objects/call.ts'
import type { NewAction, NewRequest, Organization } from '~/provider/organization/chain.ts'
import { organizationObject } from '~/provider/organization/stub.ts'

/** Who makes a call, as the chain tells it. */
export const actorOf = ({ member, apiKey }: Pick<Call, 'member' | 'apiKey'>) => ({
  user_id: member.id,
  user_email: member.email,
  api_key: apiKey?.name ?? null,
})

/**
 * Appends a chat request to its organisation's chain and gives the id of its audit. Safe to repeat: its source stands
 * for it.
 */
export const appendRequest = (env: Env, organization: Organization, request: NewRequest): Promise<number> =>
  callObject(() => organizationObject(env, organization.key).appendRequest(organization, request))

/** The same for what an admin did. */
export const appendAction = (env: Env, organization: Organization, action: NewAction): Promise<number> =>
  callObject(() => organizationObject(env, organization.key).appendAction(organization, action))
