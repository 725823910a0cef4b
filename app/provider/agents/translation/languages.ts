/** The languages that can be translated into, as BCP 47 has them. A name that is part of another's comes after it. */
const languages = [
  'en',
  'ja',
  'zh-Hant',
  'zh-Hans',
  'ko',
  'fr',
  'de',
  'es',
  'it',
  'pt',
  'nl',
  'ru',
  'vi',
  'th',
] as const
export type TextLanguage = (typeof languages)[number]

/** What people say beside the names that dictionaries have. */
const otherNames: Partial<Record<TextLanguage, string[]>> = {
  'zh-Hant': ['繁体字'],
  'zh-Hans': ['Chinese', '中国語', '簡体字', '中文'],
  pt: ['Brazilian Portuguese'],
}

/** 英訳 and the like: a sign for the language, and 訳. */
const signs: Partial<Record<TextLanguage, string>> = {
  en: '英訳',
  ja: '和訳|邦訳',
  'zh-Hans': '中訳',
  ko: '韓訳',
  fr: '仏訳',
  de: '独訳',
  es: '西訳',
  it: '伊訳',
  ru: '露訳',
}

/** A language's name in the language `locale`, and in itself where that is not given. */
export const languageName = (language: TextLanguage, locale: string = language): string =>
  new Intl.DisplayNames(locale, { type: 'language' }).of(language)!

const names = new Map<TextLanguage, string[]>()

function namesOf(language: TextLanguage): string[] {
  const known = names.get(language)
  if (known) return known
  const found = [languageName(language, 'en'), languageName(language, 'ja'), languageName(language)]
  names.set(language, [...found, ...(otherNames[language] ?? [])])
  return names.get(language)!
}

/** How a question names what it wants, the surest first; `in English` and 英語で also say how a file is written. */
const forms: ((name: string) => string)[] = [
  (name) => `\\b(?:into|to)\\s+(?:the\\s+)?(?:${name})(?!\\p{L})|(?:${name})[)）]?(?:に|へ|訳|版)`,
  (name) => `\\b(?:${name})\\s+(?:translation|version)\\b`,
  (name) => `\\b(?:in|auf|ins|en)\\s+(?:${name})(?!\\p{L})|(?:${name})[)）]?で`,
]

/** The language that a question wants a translation into; undefined where it names none. */
export function askedLanguage(question: string): TextLanguage | undefined {
  for (const form of forms) {
    const found = languages.find((language) => new RegExp(form(namesOf(language).join('|')), 'iu').test(question))
    if (found) return found
  }
  return languages.find((language) => signs[language] && new RegExp(signs[language]).test(question))
}

/** The language of a column or an `xml:lang`: a tag (`ja-JP`, `zh_TW`) or a name; undefined for any other. */
export function languageCalled(label: string): TextLanguage | undefined {
  const wanted = label.trim().toLowerCase()
  const named = languages.find((language) => namesOf(language).some((name) => name.toLowerCase() === wanted))
  return named ?? languageOfTag(wanted.replace('_', '-'))
}

function languageOfTag(tag: string): TextLanguage | undefined {
  try {
    const { language, script } = new Intl.Locale(tag).maximize()
    const wanted = language === 'zh' ? `zh-${script}` : language
    return languages.find((known) => known === wanted)
  } catch {
    return undefined
  }
}

const kana = /[\p{Script=Hiragana}\p{Script=Katakana}]/gu
const chinese = /\p{Script=Han}/gu
const otherScripts: [language: TextLanguage, letters: RegExp][] = [
  ['ko', /\p{Script=Hangul}/gu],
  ['ru', /\p{Script=Cyrillic}/gu],
  ['th', /\p{Script=Thai}/gu],
]
/** A character of Chinese or Japanese writing says as much as this number of Latin letters. */
const weight = 3

/** The language that texts are mostly written in, by their letters; undefined for those that Latin letters are used for. */
export function writtenIn(texts: string[]): TextLanguage | undefined {
  const sample = texts.join('\n').slice(0, 200_000)
  const count = (letters: RegExp) => sample.match(letters)?.length ?? 0
  const eastAsian = { kana: count(kana), all: count(kana) + count(chinese) }
  const shares: [TextLanguage | undefined, number][] = [
    [eastAsian.kana * 20 > eastAsian.all ? 'ja' : 'zh-Hans', eastAsian.all * weight],
    ...otherScripts.map(([language, letters]): [TextLanguage, number] => [language, count(letters) * weight]),
    [undefined, count(/\p{Script=Latin}/gu)],
  ]
  return shares.reduce((most, each) => (each[1] > most[1] ? each : most))[0]
}

/**
 * Whether a text of a file has anything to translate: letters, and those of the language that the file is written in
 * (`writtenIn`); Latin names in a Japanese file stay as they are.
 */
export function needsTranslation(text: string, from: TextLanguage | undefined): boolean {
  if (from === undefined || from === 'ru') return /[\p{L}０-９]/u.test(text)
  return /[\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Han}\p{Script=Hangul}\p{Script=Thai}０-９]/u.test(text)
}
