import type { Language } from '~/contract/users.ts'
import { termsOf } from '~/provider/search/terms.ts'
import { inQuotationMarks } from '../quotation-marks.ts'

const segmenter = new Intl.Segmenter('ja', { granularity: 'word' })
/** Words that are named; a rule of more is a paragraph. */
const maxWords = 8

/** The words of a rule that passages are looked for by, as the rule has them and in the quotation marks of a language. */
export function lookedFor(rule: string, locale: Language): string {
  const telling = [...segmenter.segment(rule)].flatMap(({ segment, isWordLike }) =>
    isWordLike && termsOf(segment).words.length > 0 ? [segment] : [],
  )
  const words = [...new Set(telling)].slice(0, maxWords).map((word) => inQuotationMarks(word, locale))
  return words.join(locale === 'ja' ? '' : ', ')
}
