import type { Fact } from '~/provider/models/builtin/facts/find-facts.ts'
import type { FoundTable } from '~/provider/models/builtin/facts/tables.ts'
import { termSet } from '~/provider/search/terms.ts'

/**
 * The names of fields and columns that a request speaks of: those of which it has every word.
 *
 * @returns the names as the pages have them
 */
export function namesIn(question: string, pages: { facts: Fact[]; tables: FoundTable[] }[]): Set<string> {
  const words = termSet(question)
  const names = pages.flatMap(({ facts, tables }) => [
    ...facts.flatMap(({ kind, name }) => (kind === 'field' ? [name] : [])),
    ...tables.flatMap(({ header }) => header),
  ])
  return new Set(
    [...new Set(names)].filter((name) => {
      const parts = termSet(name)
      return parts.size > 0 && [...parts].every((part) => words.has(part))
    }),
  )
}

/** Whether a request is for whatever there is. */
export const isForAll = (question: string) =>
  /\b(data|everything|all|information|facts|values|contents?|anything)\b|データ|情報|すべて|全て|全部|内容|抽出して(ください)?[。.]?$/i.test(
    question,
  )
