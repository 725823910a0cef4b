import { isHeading } from '~/provider/search/passages.ts'
import type { TextPage } from './central-sentences.ts'
import { kanjiNumber } from './kanji-number.ts'

/** A part of a file that is named by its number: some pages, or all below a heading with the number. */
export type Place = { from: number; to: number } | { kind: SectionKind; number: string }

export type SectionKind = 'part' | 'chapter' | 'section' | 'article'

/** The words for each kind of section, the widest first: one ends where the next as wide as it begins. */
const words: Record<SectionKind, { english: string; japanese: string }> = {
  part: { english: 'part', japanese: '[部編]' },
  chapter: { english: 'chapter', japanese: '章' },
  section: { english: 'section', japanese: '節' },
  article: { english: 'article|clause', japanese: '条' },
}
const kinds = Object.keys(words) as SectionKind[]

/** Sources of expressions for a section's number, and for the words of all kinds. */
export const sectionNumber = { english: String.raw`\d+(?:\.\d+)*`, japanese: '[0-9〇一二三四五六七八九十百]+' }
export const sectionWords = {
  english: kinds.map((kind) => words[kind].english).join('|'),
  japanese: kinds.map((kind) => words[kind].japanese).join('|'),
}

/** The kind of section that a word such as 'chapter' or 章 names. */
export const sectionKind = (word: string): SectionKind =>
  kinds.find((kind) => new RegExp(`^(?:${words[kind].english}|${words[kind].japanese})$`, 'i').test(word))!

/** A section's number in figures. */
export const inFigures = (number: string): string => (/^\d/.test(number) ? number : String(kanjiNumber(number)))

/** What of a text stands at some places, page by page and each once; nothing where the text has no such place. */
export function pagesAt(pages: TextPage[], places: Place[]): TextPage[] {
  const distinct = [...new Map(places.map((place) => [JSON.stringify(place), place])).values()]
  const marked = distinct.some((place) => 'kind' in place) ? linesOf(pages) : []
  const found = distinct.flatMap((place) => ('from' in place ? pagesWithin(pages, place) : sectionAt(marked, place)))
  return [...new Set(found)]
}

const pagesWithin = (pages: TextPage[], { from, to }: { from: number; to: number }) =>
  pages.filter(({ page }) => page >= from && page <= to)

interface MarkedLine {
  page: number
  line: string
  mark: Mark | undefined
}

const linesOf = (pages: TextPage[]): MarkedLine[] =>
  pages.flatMap(({ page, text }) => text.split('\n').map((line) => ({ page, line, mark: markOf(line) })))

function sectionAt(lines: MarkedLine[], place: { kind: SectionKind; number: string }): TextPage[] {
  const named = sectionsOf(lines, place)
  const sections = named.length > 0 ? named : sectionsOf(lines, { ...place, kind: 'number' })
  // A table of contents names each as well.
  const { start, end } = sections.toSorted((a, b) => b.end - b.start - (a.end - a.start))[0] ?? { start: 0, end: 0 }
  return [...Map.groupBy(lines.slice(start, end), ({ page }) => page)].map(([page, own]) => ({
    page,
    text: own.map(({ line }) => line).join('\n'),
  }))
}

/** Where the sections of a number begin, and behind which line they end. The next of a number ends the one before. */
function sectionsOf(lines: MarkedLine[], own: Mark): { start: number; end: number }[] {
  const sections: { start: number; end: number }[] = []
  for (const [at, { mark }] of lines.entries()) {
    const last = sections.at(-1)
    if (mark && last?.end === lines.length && endsBefore(own, mark)) last.end = at
    if (mark?.kind === own.kind && mark.number === own.number) sections.push({ start: at, end: lines.length })
  }
  return sections
}

/** The number that a line begins with, in words ('Chapter 2', 第2章) or alone ('2 Travel'). */
interface Mark {
  kind: SectionKind | 'number'
  number: string
}

const english = new RegExp(`^(${sectionWords.english})\\s+(${sectionNumber.english})(?![\\d.]*\\d)`, 'i')
/** 第2条の規定により begins a sentence. */
const japanese = new RegExp(`^第(${sectionNumber.japanese})(${sectionWords.japanese})(?![のにをはがとで及])`)
const alone = new RegExp(`^(?:§\\s*)?(${sectionNumber.english})\\.?\\s+\\p{L}`, 'u')

function markOf(line: string): Mark | undefined {
  const text = line.normalize('NFKC').trim()
  const [, word, number] = english.exec(text) ?? []
  if (word !== undefined) return isHeading(line) ? { kind: sectionKind(word), number: number! } : undefined
  const [, kanji, counter] = japanese.exec(text) ?? []
  if (kanji !== undefined) return { kind: sectionKind(counter!), number: inFigures(kanji) }
  const [, figures] = alone.exec(text) ?? []
  return figures !== undefined && isHeading(line) ? { kind: 'number', number: figures } : undefined
}

function endsBefore(own: Mark, next: Mark): boolean {
  if (own.kind === 'number' || next.kind === 'number') {
    return own.kind === next.kind && depthOf(next) <= depthOf(own)
  }
  return kinds.indexOf(next.kind) <= kinds.indexOf(own.kind)
}

const depthOf = ({ number }: Mark) => number.split('.').length
