/** Characters that are looked at, of each page and in all. */
const sampleSize = { page: 2_000, document: 200_000 }

/** Takes a document's pages as they are read, and tells whether they mean anything. */
export class ReadableSample {
  #text = ''

  add(page: string): void {
    if (this.#text.length < sampleSize.document) this.#text += `${page.slice(0, sampleSize.page)}\n`
  }

  get isReadable(): boolean {
    return isReadable(this.#text)
  }
}

/**
 * Whether a text means anything. A PDF whose font has no character map gives the numbers of its glyphs in place of
 * characters, private or replacement characters; and a text may have been decoded as what it is not.
 */
export function isReadable(sample: string): boolean {
  const visible = sample.replace(/\s+/g, '')
  const share = (pattern: RegExp) => (visible.match(pattern) ?? []).join('').length / Math.max(1, visible.length)
  return share(strange) < 0.1 && share(misread) < 0.2 && scriptChanges(sample) < 0.3
}

/** Characters that no text consists of: control, private, unassigned and replacement characters, and the rarest Han. */
const strange = /[\p{Co}\p{Cn}\p{Cs}\ufffd\u0000-\u0008\u000e-\u001f\u007f\u3400-\u4dbf]+/gu

/** The 128 characters of Windows-1252 that continue a character of UTF-8, less those of words and quotations. */
const continuation = '[\\u0080-\\u00bf€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ]'
const misread = new RegExp(
  [
    // UTF-8 read as Windows-1252: 就 is å°±, é is Ã©.
    `[ÂÃ]${continuation}`,
    `[à-ï]${continuation}{2}`,
    // Shift_JIS read as Windows-1252: アイ is ƒAƒC.
    '(?:[\\u0081ƒ‚‰Š‹ŒŽ\\u008d-\\u0098][^\\s]){3,}',
    // UTF-8 read as Shift_JIS: あり is 縺ゅｊ, アイ is 繧｢繧､.
    '(?:[縺繧繝].)+',
    // Numbers of glyphs in words.
    '(?:\\(cid:\\d+\\))+',
  ].join('|'),
  'gu',
)

/** Fewer pairs of letters say nothing: formulas mix scripts. */
const fewestPairs = 20

/** How often a letter is followed by one of another script, to all pairs of letters: hardly ever, where words are. */
function scriptChanges(sample: string): number {
  let pairs = 0
  let changes = 0
  for (const [word] of sample.matchAll(/[\p{L}\p{M}]{2,}/gu)) {
    const scripts = Array.from(word, scriptOf)
    pairs += scripts.length - 1
    changes += scripts.filter((script, index) => index > 0 && script !== scripts[index - 1]).length
  }
  return pairs < fewestPairs ? 0 : changes / pairs
}

const latin = /[\p{Script=Latin}\p{Script=Inherited}µ]/u
const eastAsian = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}ー]/u

/** Scripts whose letters are in several blocks of Unicode: polytonic Greek, the forms that Arabic letters take in words. */
const scattered = ['Arabic', 'Cyrillic', 'Greek', 'Hebrew', 'Georgian', 'Ethiopic'].map(
  (name) => new RegExp(`\\p{Script=${name}}`, 'u'),
)

/** A number for each script: Latin, those that East Asian texts mix, a scattered one, or else the block of Unicode. */
function scriptOf(letter: string): number {
  if (latin.test(letter)) return -1
  if (eastAsian.test(letter)) return -2
  const index = scattered.findIndex((script) => script.test(letter))
  return index >= 0 ? -3 - index : letter.codePointAt(0)! >> 8
}
