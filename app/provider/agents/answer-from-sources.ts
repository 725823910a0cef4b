import { composeAnswer } from '~/provider/models/builtin/compose-answer.ts'
import { questionLanguage } from '~/provider/models/builtin/language.ts'
import type { Passage } from '~/provider/search/find-passages.ts'
import type { AgentEvent, AgentTask } from './agent.ts'
import { atPace } from './at-pace.ts'
import { promptOf } from './prompt.ts'
import { findSources, referencesTo } from './sources.ts'

/** Passages that are looked at: a model reads some closely, the built-in answerer ranks many. */
const passages = { model: 8, builtin: 20 }

/** Answers from the passages that match the question, by the model or, where there is none, by quoting them. */
export async function* answerFromSources(task: AgentTask, role: string): AsyncGenerator<AgentEvent> {
  const sources = await findSources(task, task.model ? passages.model : passages.builtin)
  if (task.model) yield* write(task, role, sources)
  else yield* quote(task, sources)
}

/** References come first: a marker never points to what the reader does not have yet. */
async function* write(task: AgentTask, role: string, sources: Passage[]): AsyncGenerator<AgentEvent> {
  if (sources.length > 0) yield { references: referencesTo(sources) }
  yield* task.model!.answer(promptOf({ ...task, role, sources }), task.signal)
}

async function* quote({ question, signal }: AgentTask, sources: Passage[]): AsyncGenerator<AgentEvent> {
  yield* atPace(composeAnswer(question, sources, questionLanguage(question)), signal)
}
