import type { MarkedText } from '~/contract/conversations.ts'
import { termsOf } from '~/provider/search/terms.ts'
import type { Wanted } from './match.ts'

/** Characters of a snippet before its first hit and in all. */
const lead = 30
const length = 160

interface Range {
  start: number
  end: number
}

/** A whole text with the hits of a search marked. */
export const markHits = (text: string, wanted: Wanted): MarkedText => piecesOf(text, hitsIn(text, wanted))

/** The part of a message around its first hit, without its Markdown signs; from its beginning where no hit is found. */
export function snippetOf(message: string, wanted: Wanted): MarkedText {
  const text = plain(message)
  const first = hitsIn(text, wanted, 1)[0]
  const start = first && first.start > lead ? wordStart(text, first.start - lead) : 0
  const cut = text.slice(start, start + length).toWellFormed()
  const marked = markHits(cut, wanted)
  if (start > 0) marked.unshift({ text: '…', hit: false })
  if (start + length < text.length) marked.push({ text: '…', hit: false })
  return marked
}

const plain = (markdown: string) =>
  markdown
    .replace(/\[:&\d+\]/g, '')
    .replace(/!?\[([^[\]]*)\]\([^)]{0,2000}\)/g, '$1')
    .replace(/[*_`#>|~]+/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()

/** The next beginning of a word, if one is near: a snippet should not begin within one. */
function wordStart(text: string, at: number): number {
  const space = text.slice(at, at + 15).indexOf(' ')
  return space === -1 ? at : at + space + 1
}

/** Where the words and phrases are, in order and without overlaps; no more than `most`. */
function hitsIn(text: string, { words, phrases, unfinished }: Wanted, most = Infinity): Range[] {
  const { folded, origin } = fold(text)
  const hits: Range[] = []
  const add = (start: number, end: number) => hits.push({ start: origin(start), end: origin(end) })

  for (const needle of phrases.flatMap((phrase) => [phrase.text, ...phrase.words])) {
    for (let at = folded.indexOf(needle); at !== -1; at = folded.indexOf(needle, at + needle.length)) {
      add(at, at + needle.length)
      if (most === 1) break
    }
  }
  const beginnings = new Set(words.map((word) => word.slice(0, 2)))
  for (const { 0: word, index } of folded.matchAll(/[\p{L}\p{N}]+(?:[.,]\d+)*/gu)) {
    if (
      ![...beginnings].some((beginning) =>
        beginning.length === 1 ? word.includes(beginning) : word.startsWith(beginning),
      )
    )
      continue
    const stems = termsOf(word).words
    const hit = stems.some((stem) => words.includes(stem) || (unfinished !== undefined && stem.startsWith(unfinished)))
    if (hit) add(index, index + word.length)
    if (hit && most === 1) break
  }
  return merged(hits).slice(0, most)
}

function merged(hits: Range[]): Range[] {
  const result: Range[] = []
  for (const hit of hits.toSorted((one, other) => one.start - other.start || other.end - one.end)) {
    const last = result.at(-1)
    if (last && hit.start <= last.end) last.end = Math.max(last.end, hit.end)
    else result.push({ ...hit })
  }
  return result
}

/** The text in one spelling, as the index has it, and where each of its characters was before. */
function fold(text: string): { folded: string; origin: (index: number) => number } {
  const simple = text.toLowerCase()
  if (simple.length === text.length && simple.normalize('NFKC') === simple) {
    return { folded: simple, origin: (index) => index }
  }
  let folded = ''
  const starts: number[] = []
  for (const { segment, index } of graphemes.segment(text)) {
    const piece = segment.normalize('NFKC').toLowerCase()
    for (let i = 0; i < piece.length; i++) starts.push(index)
    folded += piece
  }
  return { folded, origin: (index) => starts[index] ?? text.length }
}

const graphemes = new Intl.Segmenter('ja', { granularity: 'grapheme' })

function piecesOf(text: string, hits: Range[]): MarkedText {
  const pieces: MarkedText = []
  let at = 0
  for (const { start, end } of hits) {
    if (start > at) pieces.push({ text: text.slice(at, start), hit: false })
    pieces.push({ text: text.slice(start, end), hit: true })
    at = end
  }
  if (at < text.length) pieces.push({ text: text.slice(at), hit: false })
  return pieces
}
