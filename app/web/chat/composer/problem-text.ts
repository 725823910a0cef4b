import { maxQuestionLength } from '~/contract/defaults.ts'
import { m } from '~/paraglide/messages'
import { getLocale } from '~/paraglide/runtime'
import { codeMessage } from '~/web/errors/message.ts'
import type { Problem } from './check-question.ts'

/** Why a question cannot be sent or a file not be added, in words. */
export function problemText(problem: Problem): string {
  if (problem === 'question_too_long')
    return m.composer_too_long({ limit: new Intl.NumberFormat(getLocale()).format(maxQuestionLength) })
  if (problem === 'file_not_read') return m.composer_file_not_read()
  return codeMessage(problem)
}
