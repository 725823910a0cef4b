import type { AgentType } from '~/contract/chat.ts'
import { ApiError } from '~/contract/errors.ts'
import { isTableOnly } from '~/contract/table-files.ts'
import { requestIn } from '~/provider/builtin/request-in.ts'
import type { Agent, AgentTask } from './agent.ts'
import { type AttachedFile, attachedFiles } from './attached-files.ts'
import { byModel } from './auto/by-model.ts'
import { byRules } from './auto/rules.ts'

/** These agents work on attached files alone. */
const needFiles: AgentType[] = [
  'analysis_ai',
  'file_transformation_ai',
  'data_extraction_ai',
  'data_analysis_ai',
  'compliance_review_ai',
]

/**
 * Picks one of the given agents, of those that the member can ask, and says which: the model chooses, or rules do where
 * there is none or it does not say in time. Fails with `no_files_selected` where all need files and there are none, and with
 * `only_data_analysis` where a file has tables alone and that agent cannot be asked.
 */
export const autoAi = (agents: Partial<Record<AgentType, Agent>>): Agent =>
  async function* (task) {
    const files = await attachedFiles(task.db, task)
    const usable = task.usableAgents.filter((type) => agents[type] && (files.length > 0 || !needFiles.includes(type)))
    const hasTablesOnly = files.some(isTableOnly)
    const candidates = hasTablesOnly ? usable.filter((type) => type === 'data_analysis_ai') : usable
    if (hasTablesOnly && candidates.length === 0) throw new ApiError('only_data_analysis')
    const chosen = await chosenByModel(task, files, candidates)
    const mimeTypes = files.map(({ mime_type }) => mime_type)
    const selected = chosen ?? byRules({ question: requestIn(task.question), mimeTypes }, candidates)
    const agent = selected && agents[selected]
    if (!agent) throw new ApiError('no_files_selected')
    yield { selected }
    yield* agent(task)
  }

/** With one candidate, or none, there is nothing to choose. */
const chosenByModel = async (task: AgentTask, files: AttachedFile[], candidates: AgentType[]) =>
  task.model && candidates.length > 1 ? byModel(task, { model: task.model, files, candidates }) : undefined
