import { type CollectedDocument, documentsIn } from '../retrieval/collection/collection.ts'
import enTexts from '../retrieval/collection/en.txt?raw'
import jaTexts from '../retrieval/collection/ja.txt?raw'
import enStories from './en.txt?raw'
import jaStories from './ja.txt?raw'
import enQuestions from './questions-en.txt?raw'
import jaQuestions from './questions-ja.txt?raw'

/**
 * A question by what the texts have for it: the answer; nothing at all; its subject, but not the answer. Small talk and sums are
 * none of the texts' business.
 */
export type QuestionKind = 'answerable' | 'absent' | 'nearly' | 'talk' | 'sums'

export interface CollectedQuestion {
  question: string
  kind: QuestionKind
  /** Words of the answer, where it has one. */
  answer?: string
  /** Constants were set on the one half; what counts is the other. */
  half: 'tuning' | 'held out'
}

/** Texts of a company and of the world around it, and what is asked of them; all of it is invented. */
export const collections: Record<'en' | 'ja', { documents: CollectedDocument[]; questions: CollectedQuestion[] }> = {
  en: { documents: documentsIn(`${enTexts.trimEnd()}\n${enStories}`), questions: questionsIn(enQuestions) },
  ja: { documents: documentsIn(`${jaTexts.trimEnd()}\n${jaStories}`), questions: questionsIn(jaQuestions) },
}

/** Reads a list of questions: a kind begins with `# `, and behind a question stand its file and words of its answer. */
function questionsIn(text: string): CollectedQuestion[] {
  return text
    .split(/^# /m)
    .slice(1)
    .flatMap((part) => {
      const [kind, ...lines] = part.trim().split('\n')
      return lines.map((line, index) => {
        const [question = '', , answer] = line.split(' | ')
        const half = index % 2 === 0 ? ('tuning' as const) : ('held out' as const)
        return { question, kind: kind as QuestionKind, half, ...(answer !== undefined && { answer }) }
      })
    })
}
