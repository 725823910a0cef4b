import { chartLines, drawingLines, openOfficeParts } from './office-parts.ts'
import { type XmlNode, findAll, textOf } from './xml.ts'

const book = 'xl/workbook.xml'
const read = /^xl\/(?:workbook|comments[^/]*|drawings\/drawing[^/]*|charts\/chart[^/]*)\.xml$/

/**
 * What lies over the cells of an XLSX workbook's sheets, by their names: comments, the texts of shapes, and charts.
 * @throws UnreadableDocument `damaged` or `too_large`
 */
export function sheetNotes(bytes: Uint8Array): Map<string, string[]> {
  const parts = openOfficeParts(bytes, (name) => read.test(name))
  const workbook = parts.tree(book)
  const names = new Map(parts.related(book).map(({ id, name }) => [id, name]))
  const linesOf = (kind: string, name: string): string[] => {
    const tree = parts.tree(name)
    if (!tree) return []
    if (kind === 'comments') return commentLines(tree)
    if (kind === 'chart') return chartLines(tree)
    if (kind !== 'drawing') return []
    const charts = parts.related(name).filter((part) => part.kind === 'chart')
    return [...drawingLines(tree), ...charts.flatMap((part) => linesOf(part.kind, part.name))]
  }
  const sheets = workbook ? findAll(workbook, 'sheet') : []
  return new Map(
    sheets.map(({ attributes }) => {
      const part = names.get(attributes['r:id'] ?? '')
      const related = part === undefined ? [] : parts.related(part)
      return [attributes.name ?? '', related.flatMap(({ kind, name }) => linesOf(kind, name))]
    }),
  )
}

/**
 * The names of the sheets that are not of cells, but a chart or a dialogue.
 * @throws UnreadableDocument `damaged` or `too_large`
 */
export function sheetsWithoutCells(bytes: Uint8Array): Set<string> {
  const parts = openOfficeParts(bytes, (name) => name === book)
  const workbook = parts.tree(book)
  const kinds = new Map(parts.related(book).map(({ id, kind }) => [id, kind]))
  const others = (workbook ? findAll(workbook, 'sheet') : []).filter(
    ({ attributes }) => (kinds.get(attributes['r:id'] ?? '') ?? 'worksheet') !== 'worksheet',
  )
  return new Set(others.map(({ attributes }) => attributes.name ?? ''))
}

/** Each after the cell that it is about. */
const commentLines = (comments: XmlNode) =>
  findAll(comments, 'comment').map(
    (comment) => `${comment.attributes.ref}: ${findAll(comment, 't').map(textOf).join('')}`,
  )
