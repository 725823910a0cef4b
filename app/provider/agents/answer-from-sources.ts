import type { Reference } from '~/contract/chat.ts'
import { composeAnswer } from '~/provider/builtin/compose-answer.ts'
import { questionLanguage } from '~/provider/builtin/language.ts'
import { requestIn } from '~/provider/builtin/request-in.ts'
import { piecesOf } from '~/provider/builtin/pieces.ts'
import { answerTalk } from '~/provider/builtin/talk/answer-talk.ts'
import type { Model } from '~/provider/models/model.ts'
import { hasPassages, termRarity } from '~/provider/search/find-passages.ts'
import type { AgentEvent, AgentTask } from './agent.ts'
import { rewriteQuestion } from './query-rewriting/rewrite-question.ts'
import { previousQuestion } from './query-rewriting/previous-question.ts'
import { paced } from './paced.ts'
import { markClaims } from './mark-claims.ts'
import { promptOf } from './prompt.ts'
import { findPassagesFor, findSources, referencesTo } from './sources.ts'

/** Passages whose sentences the built-in answerer ranks. */
const passages = 20

interface Manner {
  /** What the agent is for, as sentences to the model. */
  role: string
  /** Whether the model puts each question in other ways for the search, or only one that goes on with the conversation. */
  rewrites: 'each question' | 'follow-ups'
}

/**
 * Answers from the passages that match the question, by the model or, where there is none, by quoting them; small talk and sums
 * are then replied to without a search.
 */
export const answerFromSources = (task: AgentTask, manner: Manner): AsyncGenerator<AgentEvent> =>
  task.model ? write(task, task.model, manner) : quote(task)

async function* write(task: AgentTask, model: Model, { role, rewrites }: Manner): AsyncGenerator<AgentEvent> {
  const mayRewrite = rewrites === 'each question' || task.history.length > 0
  const rewritten =
    mayRewrite && (await hasPassages(task.library, task.groupIds)) ? await rewriteQuestion(task, model) : []
  const sources = await findSources(task, [wholeQuestion(task), ...rewritten])
  const answer = model.answer(promptOf({ ...task, role, sources, ranked: true }), task.signal)
  yield* markClaims(withReferences(referencesTo(sources), answer), (n) => sources[n - 1]?.text)
}

/** References come first: a marker never points to what the reader does not have yet. */
async function* withReferences(references: Reference[], answer: AsyncIterable<AgentEvent>): AsyncGenerator<AgentEvent> {
  if (references.length > 0) yield { references }
  yield* answer
}

async function* quote(task: AgentTask): AsyncGenerator<AgentEvent> {
  const { question, history, signal } = task
  const language = questionLanguage(question)
  const talk = answerTalk(question, language)
  if (talk !== undefined) return yield* paced({ pieces: piecesOf(talk), references: [] }, signal)
  const before = previousQuestion(question, history)
  const [found, rarity] = await Promise.all([
    findPassagesFor(task, passages, [wholeQuestion(task)]),
    termRarity(task.library, wholeQuestion(task), task.groupIds),
  ])
  yield* paced(
    composeAnswer(requestIn(question), found, { language, before: before && requestIn(before), rarity }),
    signal,
  )
}

/** A question that goes on with the one before is looked for with that. */
const wholeQuestion = ({ question, history }: AgentTask) =>
  [question, previousQuestion(question, history)].filter((text) => text !== undefined).join('\n')
