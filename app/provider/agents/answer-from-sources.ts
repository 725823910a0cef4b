import { composeAnswer } from '~/provider/models/builtin/compose-answer.ts'
import { questionLanguage } from '~/provider/models/builtin/language.ts'
import type { Passage } from '~/provider/search/find-passages.ts'
import type { AgentEvent, AgentTask } from './agent.ts'
import { promptOf } from './prompt.ts'
import { findSources, referencesTo } from './sources.ts'

/** Passages that are looked at: a model reads some closely, the built-in answerer ranks many. */
const passages = { model: 8, builtin: 20 }
/** The longest pause between two pieces, and the longest that all of them may take, in milliseconds. */
const pace = { pause: 12, whole: 600 }

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

/** The built-in answerer is ready at once; its pieces come at a pace that the eye can follow. */
async function* quote({ question, signal }: AgentTask, sources: Passage[]): AsyncGenerator<AgentEvent> {
  const { pieces, references } = composeAnswer(question, sources, questionLanguage(question))
  if (references.length > 0) yield { references }
  for (const delta of pieces) {
    yield { delta }
    await scheduler.wait(Math.min(pace.pause, pace.whole / pieces.length), { signal })
  }
}
