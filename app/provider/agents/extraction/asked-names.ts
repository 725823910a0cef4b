import type { Fact } from '~/provider/builtin/facts/find-facts.ts'
import type { FoundTable } from '~/provider/builtin/facts/tables.ts'
import { termSet } from '~/provider/search/terms.ts'
import { leftWords } from '../tables/question/left-words.ts'
import { fold, foldName, QuestionText } from '../tables/question/question-text.ts'

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

/** Words of a request for data that name none of it. */
const request =
  /\b(?:extract|extracted|pull|collect|gather|export|format|document|documents|page|pages|text|texts|attached|attachment|attachments|data|everything|information|info|facts|contents?|anything|written|mentioned|contained|found|form|json|numbers?|addresses|address)\b|抽出|抜き出し?て?|抜粋|取り出し?て?|書き出し?て?|拾い出し?て?|拾って|まとめて?|文書|書類|資料|添付|ページ|本文|情報|内容|形式|番号|アドレス/

/**
 * What a request names beside what was looked for: nobody looked for it, and the answer has to say so.
 *
 * @param looked patterns and names that were looked for
 */
export function unlookedIn(question: string, looked: (RegExp | string)[]): string[] {
  const text = new QuestionText(question)
  for (const one of looked) {
    if (one instanceof RegExp) text.take(new RegExp(fold(one.source)))
    else for (const place of text.placesOf(foldName(one))) text.use(place)
  }
  text.take(new RegExp(fold(request.source)))
  return leftWords(text, () => false)
}

/** Whether a request is for whatever there is. */
export const isForAll = (question: string) =>
  /\b(data|everything|all|information|facts|values|contents?|anything)\b|データ|情報|すべて|全て|全部|内容|抽出して(ください)?[。.]?$/i.test(
    question,
  )
