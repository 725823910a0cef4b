import {
  type Cell as FileCell,
  type CellStyle,
  resolveThemeColor,
  type Sheet as FileSheet,
  type SheetImage,
} from 'hucre'
import { coloursOf, fontCss, fontPixels, lookOf } from './look.ts'
import { formatColour, numberText, plainText } from './number-text.ts'
import { type Cell, linesIn, type Look, type Merge, offsetsOf, type Picture, type Sheet, textWidth } from './sheet.ts'

/** What a spreadsheet takes where a file says nothing, in pixels. */
const rowHeight = 20
const columnWidth = 64
/** Beyond what is filled, so that a sheet does not end at its last word. */
const margin = { rows: 5, columns: 3 }
const fewest = { rows: 40, columns: 16 }
const mostMerges = 10_000
const mostPictures = 200
/** A row's own text may need this much, as far as a sheet grows a row by itself. */
const tallestRow = 546

interface Reading {
  /** The workbook's theme, as 12 colours. */
  theme: readonly string[]
  language: string
  /** Creates an address for an image; it is released with the document. */
  address: (image: SheetImage) => string
}

/** A sheet of a workbook, as it is drawn. */
export function workbookSheet(file: FileSheet, { theme, language, address }: Reading): Sheet {
  const colours = coloursOf((index, tint) =>
    index < theme.length ? resolveThemeColor([...theme], index, tint) : undefined,
  )
  const looks = new WeakMap<CellStyle, Look>()
  const look = (style: CellStyle) => {
    const known = looks.get(style) ?? lookOf(style, colours)
    looks.set(style, known)
    return known
  }

  function cell(row: number, column: number): Cell | undefined {
    const detail = file.cells?.get(`${row},${column}`)
    const value = (detail ? valueOf(detail) : file.rows[row]?.[column]) ?? null
    if (value === null && !detail?.style) return undefined
    const format = detail?.style?.numFmt
    const text = numberText(value, format, language)
    const plain = plainText(value)
    const colour = formatColour(value, format)
    const base = detail?.style && look(detail.style)
    return {
      text,
      ...(plain !== text && { plain }),
      ...(base && { look: colour ? { ...base, css: `${base.css}; color: ${colour}` } : base }),
      ...(detail?.richText && {
        runs: detail.richText.map((run) => ({ text: run.text, css: fontCss(run.font, colours) })),
      }),
      ...(typeof value === 'number' || value instanceof Date ? { align: 'right' } : {}),
      ...(typeof value === 'boolean' || detail?.type === 'error' ? { align: 'center' } : {}),
    }
  }

  const { rows, columns } = sizeOf(file)
  const lefts = offsetsOf(Array.from({ length: columns }, (_, column) => widthOf(file, column)))
  const tops = offsetsOf(Array.from({ length: rows }, (_, row) => heightOf(file, row, lefts, cell)))
  return {
    name: file.name,
    tops,
    lefts,
    cell,
    merges: mergesOf(file, rows, columns),
    pictures: (file.images ?? []).slice(0, mostPictures).map((image) => pictureOf(image, tops, lefts, address)),
    frozen: {
      rows: Math.min(file.freezePane?.rows ?? 0, rows, 30),
      columns: Math.min(file.freezePane?.columns ?? 0, columns, 10),
    },
    gridLines: file.view?.showGridLines !== false,
    isPaper: true,
  }
}

const valueOf = ({ value, formulaResult }: FileCell) => value ?? formulaResult ?? null

function sizeOf(file: FileSheet): { rows: number; columns: number } {
  const widest = file.rows.reduce((most, row) => Math.max(most, row.length), 0)
  const below = (file.images ?? []).reduce((most, { anchor }) => Math.max(most, (anchor.to ?? anchor.from).row + 1), 0)
  const beside = (file.images ?? []).reduce((most, { anchor }) => Math.max(most, (anchor.to ?? anchor.from).col + 1), 0)
  return {
    rows: Math.min(
      1_048_576,
      Math.max(file.rows.length, Math.min(below, 10_000)) + margin.rows,
      Math.max(fewest.rows, file.rows.length + margin.rows, below),
    ),
    columns: Math.min(16_384, Math.max(widest + margin.columns, Math.min(beside, 500), fewest.columns)),
  }
}

/** A width counts digits of the default font, seven pixels each, and five for its edges. */
function widthOf(file: FileSheet, column: number): number {
  if (!file.columns) return widthOfContent(file, column)
  const { width, hidden } = file.columns[column] ?? {}
  if (hidden) return 0
  return width === undefined ? columnWidth : Math.round(Math.min(width, 255) * 7 + 5)
}

/** Of old files the widths are not read: the first rows say what is needed. */
function widthOfContent(file: FileSheet, column: number): number {
  const widths = file.rows.slice(0, 200).map((row) => textWidth(plainText(row[column] ?? null)))
  return Math.min(Math.max(columnWidth, Math.max(0, ...widths) * 15 + 12), 320)
}

/** Rows that the file gives no height take what their text needs. */
function heightOf(
  file: FileSheet,
  row: number,
  lefts: Float64Array,
  cell: (row: number, column: number) => Cell | undefined,
): number {
  const definition = file.rowDefs?.get(row)
  if (definition?.hidden) return 0
  if (definition?.height !== undefined) return Math.min(definition.height, 409) * (96 / 72)
  let height = rowHeight
  for (let column = 0; column < (file.rows[row]?.length ?? 0); column++) {
    const style = file.cells?.get(`${row},${column}`)?.style
    if (!style?.font?.size && !style?.alignment?.wrapText) continue
    const size = fontPixels(style.font)
    const width = (lefts[column + 1]! - lefts[column]! - 6) / size
    const lines = style.alignment?.wrapText && width > 0 ? linesIn(cell(row, column)?.text ?? '', width) : 1
    height = Math.max(height, lines * size * 1.25 + 2)
  }
  return Math.min(height, tallestRow)
}

const mergesOf = (file: FileSheet, rows: number, columns: number): Merge[] =>
  (file.merges ?? []).slice(0, mostMerges).map(({ startRow, startCol, endRow, endCol }) => ({
    row: startRow,
    column: startCol,
    rowEnd: Math.min(endRow + 1, rows),
    columnEnd: Math.min(endCol + 1, columns),
  }))

function pictureOf(image: SheetImage, tops: Float64Array, lefts: Float64Array, address: Reading['address']): Picture {
  const { from, to } = image.anchor
  const [left, top] = [placeOf(lefts, from.col), placeOf(tops, from.row)]
  return {
    left,
    top,
    width: image.width ?? (to ? placeOf(lefts, to.col) - left : 200),
    height: image.height ?? (to ? placeOf(tops, to.row) - top : 150),
    url: address(image),
    alt: image.altText ?? image.title ?? '',
  }
}

const placeOf = (offsets: Float64Array, index: number) => offsets[Math.min(index, offsets.length - 1)]!
