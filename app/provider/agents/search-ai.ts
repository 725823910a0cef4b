import type { Agent } from './agent.ts'
import { answerFromSources } from './answer-from-sources.ts'

/** Searches the files: every statement rests on a source, and what the sources do not hold is not answered. */
export const searchAi: Agent = (task) =>
  answerFromSources(task, {
    role:
      'You find answers in the files of an organisation. Answer from the sources alone, briefly, and cite every ' +
      'statement. Where they do not hold the answer, say that it was not found in the files.',
    rewrites: 'each question',
  })
