/** One spelling for width, case, hiragana and katakana. */
const fold = (text: string) =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[\u30a1-\u30f6]/g, (kana) => String.fromCharCode(kana.charCodeAt(0) - 0x60))

/** The words of what was typed, as names are compared with them. */
export const wordsIn = (typed: string): string[] => fold(typed).split(/\s+/).filter(Boolean)

/**
 * How well a name fits all of the words: 4 where it begins with the one that fits it least, 3 where a word of it does, 2 where it
 * has it, 1 where it has at least its letters in their order and `loosely` is asked for; otherwise 0.
 */
export function fit(name: string, words: readonly string[], loosely = false): number {
  const folded = fold(name)
  return Math.min(...words.map((word) => fitOf(folded, word, loosely)))
}

function fitOf(name: string, word: string, loosely: boolean): number {
  const at = name.indexOf(word)
  if (at === 0) return 4
  if (at > 0) return startsWord(name, word) ? 3 : 2
  return loosely && word.length > 2 && hasLetters(name, word) ? 1 : 0
}

/** Whether a word of the name begins so. */
const startsWord = (name: string, word: string) =>
  name.split(/[^\p{L}\p{N}\p{M}]+/u).some((each) => each.startsWith(word))

function hasLetters(name: string, word: string): boolean {
  let at = -1
  return [...word].every((letter) => (at = name.indexOf(letter, at + 1)) !== -1)
}

/** The items that fit, the best first and otherwise in their order; without words all of them. */
export function fitting<Item>(
  items: readonly Item[],
  namesOf: (item: Item) => readonly string[],
  words: readonly string[],
  loosely = false,
): Item[] {
  if (words.length === 0) return [...items]
  return items
    .map((item) => ({ item, fits: Math.max(...namesOf(item).map((name) => fit(name, words, loosely))) }))
    .filter(({ fits }) => fits > 0)
    .toSorted((one, other) => other.fits - one.fits)
    .map(({ item }) => item)
}
