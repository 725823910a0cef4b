import { m } from '~/paraglide/messages'
import { composeAnswer } from '~/provider/models/builtin/compose-answer.ts'
import { composeSummary } from '~/provider/models/builtin/compose-summary.ts'
import { questionLanguage } from '~/provider/models/builtin/language.ts'
import { findPassages, termRarity } from '~/provider/search/find-passages.ts'
import type { Agent, AgentEvent, AgentTask } from './agent.ts'
import { asksForSummary } from './analysis/asks-for-summary.ts'
import { readWithModel } from './analysis/read-with-model.ts'
import { atPace } from './at-pace.ts'
import { type AttachedText, attachedTexts, pagesOf } from './attached-texts.ts'

/**
 * Reads the attached files as a whole, every statement cited by its page. Without a model it quotes: what answers a
 * question, or the central sentences of each file where a summary is wanted or nothing answers.
 */
export const analysisAi: Agent = async function* (task) {
  const { texts, cut } = await attachedTexts(task.db, task)
  const { model } = task
  yield* model ? readWithModel({ ...task, model }, pagesOf(texts)) : quote(task, texts)
  if (cut) yield { delta: `\n\n*${m.analysis_cut({}, { locale: questionLanguage(task.question) })}*` }
}

/** Passages that are ranked for the built-in answer. */
const passages = 20

async function* quote(
  { question, db, groupIds, fileIds, signal }: AgentTask,
  texts: AttachedText[],
): AsyncGenerator<AgentEvent> {
  const language = questionLanguage(question)
  const summary = () => atPace(composeSummary(texts, language), signal)
  if (asksForSummary(question)) return yield* summary()
  const [found, rarity] = await Promise.all([
    findPassages(db, { text: question, groupIds, fileIds, limit: passages }),
    termRarity(db, question, groupIds),
  ])
  const answer = composeAnswer(question, found, { language, rarity })
  yield* answer.verdict === 'nothing' ? summary() : atPace(answer, signal)
}
