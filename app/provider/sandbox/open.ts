import type { AnalysisTables } from './analysis-tables.ts'

/** The tables of a conversation. */
export const tablesOf = (env: Env, conversationId: number) =>
  (env.ANALYSIS_TABLES as DurableObjectNamespace<AnalysisTables>).getByName(`conversation-${conversationId}`)

export type TablesStub = ReturnType<typeof tablesOf>
