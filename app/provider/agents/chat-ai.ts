import type { Agent } from './agent.ts'
import { answerFromSources } from './answer-from-sources.ts'

/** Converses: the organisation's files where they help, the model's own knowledge where they do not. */
export const chatAi: Agent = (task) =>
  answerFromSources(task, {
    role:
      'You are the assistant of an organisation and talk with one of its members. Rest on the sources where they bear on ' +
      'the question, and leave them aside where they do not. Say so when you are not sure.',
    rewrites: 'follow-ups',
  })
