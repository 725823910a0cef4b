import type { Language } from '~/contract/users.ts'
import { m } from '~/paraglide/messages'
import { composeAnswer, type QuotedAnswer } from '~/provider/builtin/compose-answer.ts'
import { composePlaces } from '~/provider/builtin/compose-places.ts'
import { composeSummary, type Text } from '~/provider/builtin/compose-summary.ts'
import { composeTopic } from '~/provider/builtin/compose-topic.ts'
import { questionLanguage } from '~/provider/builtin/language.ts'
import { requestIn } from '~/provider/builtin/request-in.ts'
import { offerHeadings } from '~/provider/builtin/offer-headings.ts'
import { findPassages, termRarity } from '~/provider/search/find-passages.ts'
import type { Agent, AgentEvent, AgentTask } from './agent.ts'
import { askedPlaces } from './analysis/asked-places.ts'
import { askedTopic } from './analysis/asked-topic.ts'
import { asksForSummary } from './analysis/asks-for-summary.ts'
import { readWithModel } from './analysis/read-with-model.ts'
import { paced } from './paced.ts'
import { type AttachedText, attachedTexts, pagesOf } from './attached-texts.ts'

/**
 * Reads the attached files as a whole, every statement cited by its page. Without a model it quotes: what answers a
 * question, what each file says of a topic, or the central sentences of each where all of it is to be summed up; of the pages
 * and sections alone that the question names.
 */
export const analysisAi: Agent = async function* (task) {
  const { texts, cut } = await attachedTexts(task)
  const { model } = task
  yield* model ? readWithModel({ ...task, model }, pagesOf(texts)) : quote(task, texts)
  if (cut) yield { delta: `\n\n*${m.analysis_cut({}, { locale: questionLanguage(task.question) })}*` }
}

/** Passages that are ranked for the built-in answer. */
const passages = 20

async function* quote(
  { question, library, groupIds, fileIds, signal }: AgentTask,
  texts: AttachedText[],
): AsyncGenerator<AgentEvent> {
  const [language, request] = [questionLanguage(question), requestIn(question)]
  if (asksForSummary(request)) return yield* paced(summaryOf(request, texts, language), signal)
  const [found, rarity] = await Promise.all([
    findPassages(library, { text: question, groupIds, fileIds, limit: passages }),
    termRarity(library, question, groupIds),
  ])
  const answer = composeAnswer(request, found, { language, rarity })
  yield* paced(answer, signal)
  if (answer.verdict !== 'nothing') return
  for (const offer of offerHeadings(texts, language)) yield { delta: `\n\n${offer}` }
}

/** Of the pages and sections that the question names, or else of all. */
function summaryOf(request: string, texts: Text[], language: Language): QuotedAnswer {
  const fileNames = texts.map(({ file_name }) => file_name)
  const composeFor = (asked: string) => (chosen: Text[]) => {
    const topic = askedTopic(asked, fileNames)
    return topic === undefined ? composeSummary(chosen, language) : composeTopic(topic, chosen, language)
  }
  const asked = askedPlaces(request)
  const within = asked && composePlaces(asked, texts, { language, compose: composeFor(asked.rest) })
  return within ?? composeFor(request)(texts)
}
