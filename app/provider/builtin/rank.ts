import type { Passage } from '~/provider/search/passage.ts'
import type { AskedQuestion } from './asked-question.ts'
import { type Sentence, sentencesOf, textOf } from './sentences.ts'

export interface RankedSentence extends Sentence {
  passage: Passage
  /** The sentences of its passage, and its own place among them. */
  neighbours: Sentence[]
  place: number
  /** The share of the question that the sentence and its context speak of, by the weight of its terms; 0 to 1. */
  coverage: number
  /** The same of its subject: of the terms that do not only name the kind of answer. */
  subjectCoverage: number
  score: number
}

/** How much a term counts that only the context of a sentence has: what the whole page speaks of, each of its sentences does. */
const contextShare = { headings: 0.9, before: 0.6 }
/** The same of a word for the kind of answer, where the sentence has an answer of the kind: 'price', with a sum of money. */
const toldShare = 0.6
/** How much all that its passage speaks of counts beside what the sentence does. */
const passageCoverageShare = 0.3
/** How much the rank of its passage and the kind of answer add to a sentence that covers the whole question. */
const passageShare = 0.6
const kindShare = 0.5
/** What a sentence without a term of its own keeps: it only stands near the answer. */
const nearShare = 0.6

/** The sentences of the passages, the one that answers best first. */
export function rankSentences(question: AskedQuestion, passages: Passage[]): RankedSentence[] {
  const bestPassage = Math.max(...passages.map(({ score }) => score), Number.MIN_VALUE)
  const ranked = passages.flatMap((passage) => {
    const sentences = sentencesOf(passage.text)
    const title = titleOf(passage)
    const whole = question.said(`${title}\n${passage.text}`)
    const isSubject = (term: string) => !question.kind?.names(term)
    const subject = question.coverage((term) => (isSubject(term) ? 1 : 0))
    const passageCoverage = question.coverage((term) => (whole.has(term) ? 1 : 0))
    return sentences.map((sentence, place) => {
      const text = textOf(sentence)
      const isOfKind = question.kind?.answers(sentence) ?? false
      const own = question.said(text)
      const [heading = '', ...before] = sentence.context.split('\n')
      const headings = question.said(`${heading}\n${title}`)
      const earlier = question.said(before.join('\n'))
      const isTold = (term: string) => isOfKind && question.kind!.names(term)
      const share = (term: string) => {
        if (own.has(term)) return 1
        if (headings.has(term)) return contextShare.headings
        return isTold(term) ? toldShare : earlier.has(term) ? contextShare.before : 0
      }
      const coverage = question.coverage(share)
      const ofSubject = question.coverage((term) => (isSubject(term) ? share(term) : 0))
      const subjectCoverage = subject > 0 ? ofSubject / subject : coverage
      const bonus = passageShare * (passage.score / bestPassage) + (isOfKind ? kindShare : 0)
      const nearness = question.coverage((term) => (own.has(term) || isTold(term) ? 1 : 0)) > 0 ? 1 : nearShare
      const score = (coverage + passageCoverageShare * passageCoverage) * (1 + bonus) * nearness
      return { ...sentence, passage, neighbours: sentences, place, coverage, subjectCoverage, score }
    })
  })
  return ranked.toSorted((a, b) => b.score - a.score)
}

/** A file's name in words. */
export const titleOf = ({ file_name }: Passage): string => file_name.replace(/\.[^.]+$/, '')
