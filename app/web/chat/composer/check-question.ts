import type { AgentType, ChatSettings } from '~/contract/chat.ts'
import { maxQuestionLength } from '~/contract/defaults.ts'
import type { ErrorCode } from '~/contract/errors.ts'
import { isTableOnly, tableAgents } from '~/contract/table-files.ts'
import type { DraftFile } from './draft.ts'

export type Limits = ChatSettings['limits']

/** These agents work on files alone. */
const needFiles: readonly AgentType[] = ['analysis_ai', 'compliance_review_ai']

/** Why a question cannot be sent: a code of the catalogue, or one of the composer's own. */
export type Problem = ErrorCode | 'question_too_long' | 'file_not_read'

/**
 * What is wrong with a question; files that are still on their way are no problem. The provider checks all of it again.
 * Without `limits`, as long as they are not known, that is left to it.
 */
export function questionProblem(
  { text, agent, files }: { text: string; agent: AgentType; files: readonly DraftFile[] },
  limits: Limits | undefined,
): Problem | undefined {
  if (text.trim() === '') return 'empty_question'
  if (text.trim().length > maxQuestionLength) return 'question_too_long'
  if (files.length === 0 && needFiles.includes(agent)) return 'no_files_selected'
  const failed = files.filter(({ status }) => status === 'failed')
  if (!failed.every(isTableOnly)) return 'file_not_read'
  if (failed.length > 0 && !tableAgents.includes(agent)) return 'only_data_analysis'
  if (!limits) return undefined
  if (files.length > limits.files_per_message) return 'too_many_files_selected'
  if (files.some(({ size }) => size > limits.file_bytes)) return 'file_too_large'
  if (totalSize(files) > limits.total_file_bytes) return 'total_size_exceeded'
  return undefined
}

/** Why one more file cannot join those that are chosen. */
export function fileProblem(
  file: { size: number },
  chosen: readonly { size: number }[],
  limits: Limits,
): ErrorCode | undefined {
  if (file.size > limits.file_bytes) return 'file_too_large'
  if (chosen.length >= limits.files_per_message) return 'file_limit_reached'
  if (totalSize(chosen) + file.size > limits.total_file_bytes) return 'total_size_exceeded'
  return undefined
}

/** Takes of `offered` what can join those that are chosen, in order; `problems` says why the others cannot. */
export function fitting<File extends { size: number }>(
  offered: readonly File[],
  chosen: readonly { size: number }[],
  limits: Limits,
): { taken: File[]; problems: Set<ErrorCode> } {
  const taken: File[] = []
  const problems = new Set<ErrorCode>()
  for (const file of offered) {
    const problem = fileProblem(file, [...chosen, ...taken], limits)
    if (problem) problems.add(problem === 'file_limit_reached' ? 'max_files_exceeded' : problem)
    else taken.push(file)
  }
  return { taken, problems }
}

const totalSize = (files: readonly { size: number }[]) => files.reduce((sum, { size }) => sum + size, 0)
