import { termSet } from '~/provider/search/terms.ts'
import { kindAsked, numeral } from './answer-kinds.ts'
import { type Sentence, textOf } from './sentences.ts'

/** What tells whether a sentence has the kind of answer that a question asks for. */
export interface AnswerTest {
  answers: (sentence: Sentence) => boolean
  /** Whether a sentence that fails the test cannot answer. */
  isStrict: boolean
  names: (term: string) => boolean
}

/**
 * A test for texts that have something of the kind a question asks for, beside the question's own words: 'the landlord' does not
 * tell who the landlord is. Undefined for a question of no known kind.
 */
export function answerTest(question: string): AnswerTest | undefined {
  const text = question.normalize('NFKC')
  const kind = kindAsked(text)
  if (!kind) return undefined
  const known = termSet(question)
  const named = [...known].filter((term) => kind.names.test(term))
  const answers = kind.answers instanceof RegExp ? kind.answers : kind.answers(kind.asked.exec(text)!)
  const all = new RegExp(answers.source, `${answers.flags}g`)
  return {
    answers: (sentence) =>
      (kind.isAmount && sentence.row?.some(({ value }) => isNumber.test(value))) ||
      (textOf(sentence).match(all) ?? []).some((found) => !isSaid(found, question, known)),
    isStrict: !kind.isOpen,
    names: (term) => kind.names.test(term) || named.some((word) => word.length > 2 && word.includes(term)),
  }
}

/** Whether what was found only repeats words of the question: a number does so only where it is the question's own. */
function isSaid(found: string, question: string, known: Set<string>): boolean {
  if (question.includes(found)) return true
  const terms = [...termSet(found)]
  return terms.length > 0 && !hasNumber.test(found) && terms.every((term) => known.has(term))
}

/** Of a cell. */
const isNumber = /^[^\p{L}\d]{0,3}\d[\d.,]*[^\p{L}\d]{0,3}$/u
const hasNumber = new RegExp(numeral, 'i')
