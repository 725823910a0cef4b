import type { Language } from '~/contract/users.ts'

/** The language a question is asked in, for the words around the quotations: any kana or kanji makes it Japanese. */
export function questionLanguage(text: string): Language {
  return /[\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Han}]/u.test(text) ? 'ja' : 'en'
}
