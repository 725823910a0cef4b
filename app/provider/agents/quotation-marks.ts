import type { Language } from '~/contract/users.ts'
import { escapeMarkdown } from '~/provider/builtin/quote.ts'

/** Words as they are quoted in a language. */
export const inQuotationMarks = (words: string, locale: Language): string =>
  locale === 'ja' ? `「${words}」` : `“${words}”`

/** Words that somebody else wrote, quoted one after the other, in Markdown. */
export const listOfQuoted = (words: string[], locale: Language): string =>
  words.map((word) => inQuotationMarks(escapeMarkdown(word), locale)).join(locale === 'ja' ? '' : ', ')
