import type { GradedQuestion } from './collection/questions.ts'

/** How good the first ten pages are that a search found, over all questions; each from 0 to 1. */
export interface Quality {
  /** Normalised discounted cumulative gain, with the gain 2^grade - 1: right pages first. */
  ndcg: number
  /** The share of the pages graded 2 or 3 that are among them. */
  recall: number
  /** The share of questions whose first page is graded 3. */
  first: number
}

const depth = 10

/** @param found the pages of each question, the best first */
export function qualityOf(questions: GradedQuestion[], found: string[][]): Quality {
  const each = questions.map(({ grades }, index) => {
    const pages = [...new Set(found[index])].slice(0, depth)
    const good = Object.keys(grades).filter((page) => grades[page]! >= 2)
    return {
      ndcg: gain(pages.map((page) => grades[page] ?? 0)) / gain(Object.values(grades).toSorted((a, b) => b - a)),
      recall: good.filter((page) => pages.includes(page)).length / good.length,
      first: grades[pages[0] ?? ''] === 3 ? 1 : 0,
    }
  })
  const mean = (value: (one: Quality) => number) => each.reduce((sum, one) => sum + value(one), 0) / each.length
  return { ndcg: mean(({ ndcg }) => ndcg), recall: mean(({ recall }) => recall), first: mean(({ first }) => first) }
}

const gain = (grades: number[]) =>
  grades.reduce((sum, grade, place) => sum + (2 ** grade - 1) / Math.log2(place + 2), 0)
