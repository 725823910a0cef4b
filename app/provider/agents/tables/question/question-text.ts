/** Letters of scripts that are written without blanks between words. */
const unspaced = '\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}ー々〆'
export const unspacedRun = new RegExp(`[${unspaced}]+`, 'gu')
export const areUnspaced = (text: string) => new RegExp(`[${unspaced}]`, 'u').test(text)
const spacedWord = new RegExp(`(?:(?![${unspaced}])[\\p{L}\\p{N}\\p{M}])+`, 'gu')
const spacedLetter = new RegExp(`^(?![${unspaced}])[\\p{L}\\p{N}\\p{M}]$`, 'u')

/** One spelling for width, case, hiragana and katakana, and what stands between words. Keeps the length of what is NFKC. */
export function fold(text: string): string {
  return text
    .normalize('NFKC')
    .replaceAll(/\p{Lu}/gu, (letter) => (letter.toLowerCase().length === letter.length ? letter.toLowerCase() : letter))
    .replaceAll(/[\u30a1-\u30f6]/g, (kana) => String.fromCharCode(kana.charCodeAt(0) - 0x60))
    .replaceAll('_', ' ')
    .replaceAll(/[‘’]/g, "'")
}

/** A name, folded for comparison. */
export const foldName = (name: string) => fold(name).replaceAll(/\s+/g, ' ').trim()

export interface Span {
  at: number
  end: number
}

export interface Word extends Span {
  word: string
}

/** The words of a folded text that stand between blanks. */
export const wordsOf = (text: string): Word[] =>
  [...text.matchAll(spacedWord)].map(({ 0: word, index }) => ({ word, at: index, end: index + word.length }))

/** A question, of which what was understood is marked: the rest was not. */
export class QuestionText {
  /** As it was written, in one width, with single blanks. */
  readonly shown: string
  /** The same, folded; its characters stand at the same places. */
  readonly text: string
  readonly words: Word[]
  private readonly isUsed: boolean[]

  constructor(question: string) {
    this.shown = question.normalize('NFKC').replaceAll(/_+/g, '_').replaceAll(/\s+/g, ' ').trim()
    this.text = fold(this.shown)
    this.words = wordsOf(this.text)
    this.isUsed = Array.from({ length: this.text.length }, () => false)
  }

  /** What stands at a place, as it was written. */
  saidAt({ at, end }: Span): string {
    return this.shown.slice(at, end)
  }

  use({ at, end }: Span): void {
    this.isUsed.fill(true, at, end)
  }

  isFree({ at, end }: Span): boolean {
    return !this.isUsed.slice(at, end).includes(true)
  }

  /** Every place where a folded name stands; letters of spaced scripts and digits must stand alone. Nothing is left of some names. */
  placesOf(name: string): Span[] {
    const places: Span[] = []
    if (name === '') return places
    for (let at = this.text.indexOf(name); at >= 0; at = this.text.indexOf(name, at + 1)) {
      const end = at + name.length
      if (!touches(this.text[at - 1], name[0]) && !touches(name.at(-1), this.text[end])) places.push({ at, end })
    }
    return places
  }

  /** Every place where a folded name of unspaced script stands with other long vowels and dots: サーバ for サーバー. */
  placesLike(name: string): Span[] {
    const letters = [...name.replaceAll(/[ー・]/g, '')].map((letter) =>
      letter.replaceAll(/[\\^$.*+?()[\]{}|/]/g, '\\$&'),
    )
    if (letters.length < 2) return []
    const pattern = new RegExp(`${letters.join('[ー・]?')}[ー・]?`, 'gu')
    return [...this.text.matchAll(pattern)].map(({ 0: match, index }) => ({ at: index, end: index + match.length }))
  }

  /** Marks every unused place of a pattern as used and gives its matches. */
  take(pattern: RegExp): RegExpExecArray[] {
    const found = [...this.text.matchAll(new RegExp(pattern, 'gu'))].filter(({ 0: match, index }) =>
      this.isFree({ at: index, end: index + match.length }),
    )
    for (const { 0: match, index } of found) this.use({ at: index, end: index + match.length })
    return found
  }

  /** Marks what stands right before a place as used, where it is of this pattern, and gives its beginning. */
  takeBefore(at: number, pattern: RegExp): number | undefined {
    const match = new RegExp(`(?:${pattern.source})$`, 'u').exec(this.text.slice(0, at))
    if (!match || !this.isFree({ at: match.index, end: at })) return undefined
    this.use({ at: match.index, end: at })
    return match.index
  }

  /** Marks what stands right after a place as used, where it is of this pattern, and gives its end. */
  takeAfter(end: number, pattern: RegExp): number | undefined {
    const match = new RegExp(`^(?:${pattern.source})`, 'u').exec(this.text.slice(end))
    if (!match || !this.isFree({ at: end, end: end + match[0].length })) return undefined
    this.use({ at: end, end: end + match[0].length })
    return end + match[0].length
  }
}

const gap = /^[\s=≠:'"「」『』“”()]*(?:(?:is|are|が|は|の)[\s'"「『“]*)?$/u

/** Whether nothing but a verb, a particle or a sign stands between two places: `paid is yes`, 担当者が西村. */
export function areBeside(question: QuestionText, one: Span, other: Span): boolean {
  const [first, second] = one.at < other.at ? [one, other] : [other, one]
  return gap.test(question.text.slice(first.end, second.at))
}

const touches = (one = '', other = '') => spacedLetter.test(one) && spacedLetter.test(other)
