import { randomFrom } from '../../random.ts'

/** Words of a language, the most frequent first: what the texts of the bench are drawn from, as Zipf's law has it. */
type Vocabulary = string[]

const syllables = 'ba ke li mo nu ra se ti vo wa du fe gi ho ja ko lu me ni po'.split(' ')
const kanji = [
  ...'社員規則会議契約営業製品品質安全予算経費申請承認期限報告資料部門担当管理情報保守点検設備工場出張休暇給与採用研修評価',
]

/** Made-up words, each once: of three syllables or four, or of two or three kanji. Neither is a stop word. */
const wordsFrom = (parts: string[], count: number): Vocabulary => {
  const words = new Set<string>()
  for (let i = 0; words.size < count; i++) {
    const one = parts[i % parts.length]!
    const two = parts[Math.floor(i / parts.length) % parts.length]!
    const three = parts[(Math.floor(i / parts.length ** 2) + i) % parts.length]!
    words.add(i < parts.length ** 2 ? one + two : one + two + three)
  }
  return [...words]
}

export const vocabularies = { en: wordsFrom(syllables, 8000), ja: wordsFrom(kanji, 8000) }
export type Language = keyof typeof vocabularies

const lengths = { en: 125, ja: 180 }

/** A word that few texts have, one in so many. */
export const rareWord = { en: 'quetzalcoatl', ja: '鸚鵡貝' }
export const rareEvery = 500

/** A passage's text; the same number gives the same text. */
export function textOf(language: Language, number: number): string {
  const random = randomFrom(number)
  const words = vocabularies[language]
  const drawn = Array.from({ length: lengths[language] }, () => words[Math.floor(words.length ** random()) - 1]!)
  if (number % rareEvery === 0) drawn.push(rareWord[language])
  return language === 'en' ? `${drawn.join(' ')}.` : `${drawn.map((word, i) => word + 'のをはに'[i % 4]).join('')}。`
}
