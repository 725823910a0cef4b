/** What roles and separators of one message come to, in tokens. */
const perMessage = 4

/**
 * About how many tokens a model reads a text as, rather too many than too few: four ASCII characters each, two of other
 * alphabets, one of Japanese, Chinese and Korean.
 */
export function tokensOf(text: string): number {
  let quarters = 0
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index)
    quarters += code < 0x80 ? 1 : code < 0x2e80 ? 2 : 4
  }
  return Math.ceil(quarters / 4)
}

/** The same of several messages, with what stands around each. */
export const tokensOfAll = (texts: string[]): number =>
  texts.reduce((sum, text) => sum + tokensOf(text) + perMessage, 0)
