import type { AnalysisTables } from './analysis-tables.ts'

/** The tables of a conversation. @param name of their object, which is the conversation's alone */
export const tablesOf = (env: Env, name: string) =>
  (env.ANALYSIS_TABLES as DurableObjectNamespace<AnalysisTables>).getByName(name)

export type TablesStub = ReturnType<typeof tablesOf>
