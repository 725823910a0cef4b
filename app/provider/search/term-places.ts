const han = /\p{Script=Han}/u
const kana = /[\u3041-\u3096]/
/** A verb or an adjective: its kanji stay, and what follows them changes with its form. */
const inflected = /^(\p{Script=Han}+)[\u3041-\u3096]+$/u

/** Where each part of a normalised text begins that is spelled so. */
export function placesOf(text: string, part: string): number[] {
  const places: number[] = []
  for (let at = text.indexOf(part); at >= 0; at = text.indexOf(part, at + 1)) places.push(at)
  return places
}

/** Where a Japanese word begins, in any of its forms. */
export function placesOfWord(text: string, word: string): number[] {
  const stemmed = inflected.exec(word)?.[1]
  // The kanji before one are those of another word, and one character of a longer word is not the word.
  const isBefore = (at: number) => han.test(text[at - 1] ?? '')
  if (stemmed)
    return placesOf(text, stemmed).filter((at) => !isBefore(at) && kana.test(text[at + stemmed.length] ?? ''))
  return placesOf(text, word).filter((at) => word.length > 1 || !(isBefore(at) || han.test(text[at + 1] ?? '')))
}
