/** The agent configuration's address: the agent whose card is open. */
export interface AgentsSearch {
  agent?: string | undefined
}

/** Reads it from an address; what names no agent opens none. */
export const agentsSearch = ({ agent }: Record<string, unknown>): AgentsSearch => ({
  agent: typeof agent === 'string' && /^[a-z_]{1,40}$/.test(agent) ? agent : undefined,
})
