/** A text in a fence that nothing in it can close: should it know the fence's name, it loses that. */
export const inFence = (fence: string, text: string, attributes = '') =>
  `<${fence}${attributes}>\n${withoutName(text, fence)}\n</${fence}>`

/** What a document or a table says, in its fence. What looks like a citation there would be copied as one. */
export const quoted = (fence: string, text: string, attributes?: string) =>
  inFence(fence, text.replaceAll('[:&', '[ :&'), attributes)

/** A text without the name of a fence, be it in other letters, small, capital or of full width, or with invisible ones between. */
export function withoutName(text: string, fence: string): string {
  const secret = fence.slice(fence.indexOf('-') + 1)
  const letters = [...secret].map((letter) => `[${letter}${wide(letter)}]`)
  return text.replaceAll(new RegExp(letters.join('\\p{Cf}*'), 'giu'), '…')
}

/** A letter or digit as wide as a kanji. */
const wide = (letter: string) => String.fromCodePoint(letter.codePointAt(0)! + 0xfee0)
