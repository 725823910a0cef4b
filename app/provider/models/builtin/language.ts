/** The language a question is asked in, for the words around the quotations: any kana or kanji makes it Japanese. */
export function questionLanguage(text: string): 'en' | 'ja' {
  return /[\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Han}]/u.test(text) ? 'ja' : 'en'
}
