/**
 * What draws nothing, so that it could hide a word: format characters, fillers, variation selectors, control
 * characters.
 */
const invisible = /[\p{Default_Ignorable_Code_Point}\p{Cf}]|(?!\s)\p{Cc}/gu
/** The marks that make が of か, where they stand for themselves; NFKC would put a space before them. */
const soundMarks: Record<string, string> = { '\u309b': '\u3099', '\u309c': '\u309a' }
const katakana = /[\u30a1-\u30f6\u30fd\u30fe]/g
/** From a katakana letter to the hiragana of the same sound. */
const toHiragana = -0x60

/**
 * What two texts have in common that a reader takes for the same: without width, case, kind of kana, invisible
 * characters and the number of spaces. Keywords and what is searched for them are compared in this form.
 *
 * Told apart remain letters that only look alike (Latin a and Cyrillic а, ー and 一), and words with other characters
 * between their letters.
 */
export function fold(text: string): string {
  const composed = text
    .toWellFormed()
    .replace(/[\u309b\u309c]/g, (mark) => soundMarks[mark]!)
    .normalize('NFKC')
    .replace(invisible, '')
  return foldCase(composed)
    .normalize('NFKC')
    .replace(katakana, (letter) => String.fromCharCode(letter.charCodeAt(0) + toHiragana))
    .replace(/\s+/g, ' ')
    .trim()
}

/**
 * Unicode's full case folding, by the mappings at hand: ß is ss, ς is σ; and Turkish i is i, with or without its dot.
 */
const foldCase = (text: string) =>
  text.toLowerCase().toUpperCase().toLowerCase().replaceAll('ς', 'σ').replaceAll('i\u0307', 'i')
