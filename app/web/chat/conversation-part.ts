import { retryImport } from '~/ui/retry-import.ts'
import { preloadable } from '~/ui/preloadable.tsx'
import { AnswerText } from './answer-text/answer-part.ts'

/** A conversation with its messages, of which a new one has none yet: it is there without their code. */
export const ShownConversation = preloadable(retryImport(() => import('./shown-conversation.tsx')))

/** Loads what shows a conversation. */
export function preloadConversation() {
  void ShownConversation.preload()
  void AnswerText.preload()
}

/** What asks questions and reads answers. */
export const loadRunAnswer = () => import('./answers/run-answer.ts')

/** Loads what asks a question and shows its answer, so that the first one finds it there. */
export function preloadAnswers() {
  preloadConversation()
  loadRunAnswer().catch(() => {})
}
