import { posix } from 'node:path'
import { readEntries } from './archive.ts'
import { limits } from './document.ts'
import { toLine } from './table.ts'
import { type XmlNode, find, findAll, parseXml, textOf } from './xml.ts'

/** What an Office document keeps in parts of their own, beside its text (ECMA-376, part 2). */
export interface OfficeParts {
  has(name: string): boolean
  /** The tree of a part; `undefined` where there is none, or a larger one than is parsed. */
  tree(name: string): XmlNode | undefined
  /** The parts that a part, or with no name the file, refers to, by the last word of their kind: `chart`, `comments`, `notesSlide`. */
  related(name: string): RelatedPart[]
}

/** A part that another refers to. */
export interface RelatedPart {
  id: string
  kind: string
  name: string
}

/**
 * Opens the parts that are wanted, and all that say how parts belong together.
 * @throws UnreadableDocument `damaged` or `too_large`
 */
export function openOfficeParts(bytes: Uint8Array, wanted: (name: string) => boolean): OfficeParts {
  const parts = readEntries(bytes, (name) => wanted(name) || name.endsWith('.rels'))
  const tree = (name: string) => {
    const part = parts.get(name)
    return part && part.length <= limits.xmlBytes ? parseXml(part) : undefined
  }
  return {
    has: (name) => parts.has(name),
    tree,
    related(name) {
      const folder = posix.dirname(name)
      const relations = tree(posix.join(folder, '_rels', `${posix.basename(name)}.rels`))
      return (relations ? findAll(relations, 'Relationship') : []).map(({ attributes }) => ({
        id: attributes.Id ?? '',
        kind: attributes.Type?.split('/').at(-1) ?? '',
        name: posix.resolve(`/${folder}`, attributes.Target ?? '').slice(1),
      }))
    },
  }
}

/** Points of a series that are read; a chart shows no more than a reader can tell apart. */
const maxPoints = 1_000

/** The words and numbers of a chart: its titles, and a row for each category. */
export function chartLines(chart: XmlNode): string[] {
  const titles = findAll(chart, 'c:title').map((title) => findAll(title, 'a:t').map(textOf).join(''))
  const series = findAll(chart, 'c:ser').map((one) => ({
    name: pointsOf(find(one, 'c:tx')).join(' '),
    categories: pointsOf(find(one, 'c:cat') ?? find(one, 'c:xVal')),
    values: pointsOf(find(one, 'c:val') ?? find(one, 'c:yVal')),
  }))
  const names = ['', ...series.map(({ name }) => name)].join('\t')
  const rows = (series[0]?.categories ?? []).map((category, index) =>
    [category, ...series.map(({ values }) => values[index] ?? '')].join('\t'),
  )
  return [...titles, names, ...rows].filter((line) => line.trim() !== '')
}

const pointsOf = (node: XmlNode | undefined) =>
  (node ? findAll(node, 'c:v') : []).slice(0, maxPoints).map((value) => textOf(value).trim())

/** The paragraphs and the rows of tables in a drawing; what a program without it would show instead is no part of it. */
export function drawingLines(node: XmlNode): string[] {
  if (node.name === 'a:tr') {
    const cells = node.children.filter(({ name }) => name === 'a:tc')
    return [toLine(cells.map((cell) => findAll(cell, 'a:p').map(drawingText).join(' ')))]
  }
  if (node.name === 'a:p') return [drawingText(node)]
  if (node.name === 'mc:Fallback') return []
  return node.children.flatMap(drawingLines)
}

function drawingText(node: XmlNode): string {
  if (node.name === 'a:t') return textOf(node)
  if (node.name === 'a:br') return ' '
  return node.children.map(drawingText).join('')
}
