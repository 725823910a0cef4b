import type { AuditChain } from './audit-chain.ts'
import type { NewLink } from './link.ts'

/** Tries of a call that did not reach the chain, which restarts now and then. */
const tries = 3

/** Columns that only the other kind of row has. */
const ofRequests = {
  conversation_id: null,
  status: null,
  error_code: null,
  pipeline: null,
  model: null,
  execution_time: null,
  input_tokens: null,
  output_tokens: null,
  question: null,
  answer: null,
  files: null,
  refs: null,
}
const ofActions = { action: null, target: null, details: null }

export type NewRequest = Omit<NewLink, 'kind' | keyof typeof ofActions>
export type NewAction = Omit<NewLink, 'kind' | keyof typeof ofRequests>

/**
 * Appends a chat request to its organisation's chain and gives the id of its audit. Safe to repeat: its source stands
 * for it.
 */
export const appendRequest = (env: Env, request: NewRequest): Promise<number> => append(env, requestLink(request))

/** The same for what an admin did. */
export const appendAction = (env: Env, action: NewAction): Promise<number> => append(env, actionLink(action))

/** A chat request as its chain takes it. */
export const requestLink = (request: NewRequest): NewLink => ({ ...request, ...ofActions, kind: 'request' })

/** What an admin did as the chain takes it. */
export const actionLink = (action: NewAction): NewLink => ({ ...action, ...ofRequests, kind: 'action' })

async function append(env: Env, row: NewLink): Promise<number> {
  const chains = env.AUDIT_CHAINS as DurableObjectNamespace<AuditChain>
  for (let left = tries; ; left--) {
    try {
      return await chains.getByName(`organization-${row.organization_id}`).append(row)
    } catch (error) {
      if (left === 1 || !(error as { retryable?: boolean }).retryable) throw error
    }
  }
}
