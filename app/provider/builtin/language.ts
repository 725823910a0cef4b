import type { Language } from '~/contract/users.ts'

/** Whether a text has any kana or kanji. */
export const isJapanese = (text: string): boolean =>
  /[\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Han}]/u.test(text)

/** Whether a word is of hiragana alone, as most endings and particles are. */
export const isHiragana = (word: string): boolean => /^[\u3041-\u3096]+$/.test(word)

/** The language a question is asked in, for the words around the quotations: any kana or kanji makes it Japanese. */
export const questionLanguage = (text: string): Language => (isJapanese(text) ? 'ja' : 'en')
