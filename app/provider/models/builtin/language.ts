import type { Language } from '~/contract/users.ts'

/** Whether a text has any kana or kanji. */
export const isJapanese = (text: string): boolean =>
  /[\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Han}]/u.test(text)

/** The language a question is asked in, for the words around the quotations: any kana or kanji makes it Japanese. */
export const questionLanguage = (text: string): Language => (isJapanese(text) ? 'ja' : 'en')
