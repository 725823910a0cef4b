import { markRanges } from '../highlight.ts'
import { append, element } from '../element.ts'
import type { Stage } from '../stage.ts'
import type { Place } from './find-cells.ts'
import { type Cell, columnName, columnsOf, indexAt, type Merge, rowsOf, type Sheet } from './sheet.ts'
import './grid.css'

/** Rows and columns are drawn in steps of these, so that scrolling draws only now and then. */
const rowStep = 24
const columnStep = 8
const letterHeight = 22

/** Rows from `top` on and columns from `left` on, ends exclusive. */
interface Area {
  top: number
  bottom: number
  left: number
  right: number
}

/** A sheet on the screen. */
export interface Grid {
  /** Zoomed by its `zoom`; in its own pixels it is this wide. */
  readonly element: HTMLElement
  readonly width: number
  /** Brings a cell into view, below what stays there. */
  show: (place: Place) => void
  /** Draws what is in view now; to be called when the size of the view or the zoom has changed. */
  draw: () => void
  remove: () => void
}

/**
 * Draws a sheet as a grid of which only the cells near the view exist. Four panes lie over one another, and the browser keeps
 * the frozen ones and the headings in view: nothing moves by script.
 * @param marked the cells whose words are marked
 */
export function createGrid({ scroller, signal }: Stage, sheet: Sheet, marked: readonly Place[]): Grid {
  const { tops, lefts, frozen } = sheet
  const [rows, columns] = [rowsOf(sheet), columnsOf(sheet)]
  const gutter = Math.max(32, String(rows).length * 8 + 14)
  const head = sheet.isPaper ? letterHeight : 0
  const [frozenHeight, frozenWidth] = [tops[frozen.rows]!, lefts[frozen.columns]!]
  const size = { width: gutter + lefts[columns]!, height: head + tops[rows]! }
  const merges = new Map(sheet.merges.map((merge) => [keyOf(merge), merge]))
  const markedKeys = new Set(marked.map(keyOf))

  const body = layer('left: 0; top: 0')
  const across = layer('', 'grid-frozen sticky top-0 z-2', { height: head + frozenHeight, width: size.width })
  const down = layer('', 'grid-frozen sticky left-0 z-2', { height: size.height, width: gutter + frozenWidth })
  const corner = layer('', 'grid-frozen sticky top-0 left-0 z-3', {
    height: head + frozenHeight,
    width: gutter + frozenWidth,
  })
  const box = element('div', {
    role: 'table',
    'aria-label': sheet.name,
    'aria-rowcount': rows,
    'aria-colcount': columns,
    class: sheet.isPaper ? 'grid-sheet grid-paper' : 'grid-sheet',
    style: `width: ${size.width + 1}px; height: ${size.height + 1}px`,
  })
  append(box, body, down, across, corner)
  const drawn: HTMLElement[] = []
  /** Those in view. */
  let near: Merge[] = []
  const covered = (row: number, column: number) =>
    near.some((merge) => holds(merge, row, column) && (merge.row !== row || merge.column !== column))

  /** A cell's box is a pixel larger, so that the borders of neighbours lie over one another. */
  function cellElement(row: number, column: number, cell: Cell): HTMLElement {
    const merge = merges.get(keyOf({ row, column }))
    const right = merge ? merge.columnEnd : overrun(row, column, cell)
    const bottom = merge ? merge.rowEnd : row + 1
    const { look } = cell
    const horizontal = look?.horizontal ?? cell.align ?? 'left'
    const made = element(
      'div',
      {
        role: 'cell',
        'aria-colindex': column + 1,
        class: `grid-cell grid-h-${horizontal} grid-v-${look?.vertical ?? 'bottom'}${look?.wraps ? ' grid-wraps' : ''}${right > column + 1 ? ' grid-over' : ''}`,
        style: `left: ${gutter + lefts[column]!}px; top: ${head + tops[row]!}px; width: ${lefts[right]! - lefts[column]! + 1}px; height: ${tops[bottom]! - tops[row]! + 1}px; ${look?.css ?? ''}`,
      },
      element('span', {}, ...(cell.runs?.map(({ text, css }) => element('span', { style: css }, text)) ?? [cell.text])),
    )
    if (markedKeys.has(keyOf({ row, column }))) drawn.push(made)
    return made
  }

  /** Text without a fill of its own runs on over empty cells at its right. */
  function overrun(row: number, column: number, { text, look, align }: Cell): number {
    let right = column + 1
    if (text === '' || look?.wraps || align || (look?.horizontal ?? 'left') !== 'left') return right
    const needed = lefts[column]! + text.length * 15
    const end = column < frozen.columns ? frozen.columns : columns
    while (right < end && lefts[right]! < needed && !sheet.cell(row, right) && !covered(row, right)) right += 1
    return right
  }

  function fill(pane: HTMLElement, { top, bottom, left, right }: Area, isBody: boolean): void {
    const all = document.createDocumentFragment()
    if (sheet.gridLines) {
      for (let column = left; column < right; column++)
        append(all, line('column', gutter + lefts[column + 1]!, head + tops[top]!, tops[bottom]! - tops[top]!))
      for (let row = top; row < bottom; row++)
        append(all, line('row', head + tops[row + 1]!, gutter + lefts[left]!, lefts[right]! - lefts[left]!))
    }
    const begun = near.filter(
      (merge) =>
        merge.row < bottom &&
        merge.rowEnd > top &&
        merge.column < right &&
        merge.columnEnd > left &&
        (merge.row < top || merge.column < left),
    )
    for (const { row, column } of begun) append(all, cellElement(row, column, sheet.cell(row, column) ?? { text: '' }))
    for (let row = top; row < bottom; row++) {
      const cells: HTMLElement[] = []
      for (let column = left; column < right; column++) {
        const cell = sheet.cell(row, column)
        const isMerged = merges.has(keyOf({ row, column }))
        if ((cell || isMerged) && !covered(row, column)) cells.push(cellElement(row, column, cell ?? { text: '' }))
      }
      if (cells.length > 0)
        append(all, element('div', { role: 'row', 'aria-rowindex': row + 1, class: 'contents' }, ...cells))
    }
    if (isBody) for (const picture of sheet.pictures) append(all, pictureElement(picture, gutter, head))
    pane.replaceChildren(all)
  }

  function headings(pane: HTMLElement, { top, bottom, left, right }: Area, which: 'letters' | 'numbers'): void {
    if (which === 'letters' && head > 0) {
      for (let column = left; column < right; column++) {
        append(pane, heading(columnName(column), gutter + lefts[column]!, 0, lefts[column + 1]! - lefts[column]!, head))
      }
    }
    if (which === 'numbers') {
      for (let row = top; row < bottom; row++)
        append(pane, heading(String(row + 1), 0, head + tops[row]!, gutter, tops[row + 1]! - tops[row]!))
    }
  }

  let last = ''
  function draw(): void {
    const zoom = Number(box.style.zoom || 1)
    const view = {
      top: scroller.scrollTop / zoom - head,
      left: scroller.scrollLeft / zoom - gutter,
      height: scroller.clientHeight / zoom,
      width: scroller.clientWidth / zoom,
    }
    const area = {
      top: stepDown(indexAt(tops, view.top), rowStep),
      bottom: Math.min(rows, stepDown(indexAt(tops, view.top + view.height), rowStep) + 2 * rowStep),
      left: stepDown(indexAt(lefts, view.left), columnStep),
      right: Math.min(columns, stepDown(indexAt(lefts, view.left + view.width), columnStep) + 2 * columnStep),
    }
    const key = Object.values(area).join()
    if (key === last) return
    last = key
    drawn.length = 0
    near = sheet.merges.filter((merge) => isNear(merge, area, frozen))
    const frozenRows = { ...area, top: 0, bottom: frozen.rows }
    const frozenColumns = { ...area, left: 0, right: frozen.columns }
    const both = { top: 0, bottom: frozen.rows, left: 0, right: frozen.columns }
    fill(body, { ...area, top: Math.max(area.top, frozen.rows), left: Math.max(area.left, frozen.columns) }, true)
    fill(across, frozenRows, false)
    headings(across, area, 'letters')
    fill(down, { ...frozenColumns, top: Math.max(area.top, frozen.rows) }, false)
    headings(down, area, 'numbers')
    fill(corner, both, false)
    headings(corner, both, 'letters')
    headings(corner, both, 'numbers')
    append(corner, heading('', 0, 0, gutter, head))
    markRanges(drawn.map(wholeText))
  }

  let frame = 0
  const later = () => {
    cancelAnimationFrame(frame)
    frame = requestAnimationFrame(draw)
  }
  const gone = new AbortController()
  scroller.addEventListener('scroll', later, { passive: true, signal: AbortSignal.any([signal, gone.signal]) })

  return {
    element: box,
    width: size.width,
    draw,
    remove() {
      gone.abort()
      box.remove()
    },
    show({ row, column }) {
      const zoom = Number(box.style.zoom || 1)
      scroller.scrollTop = row < frozen.rows ? 0 : (tops[row]! - frozenHeight) * zoom - scroller.clientHeight / 3
      const right = (gutter + lefts[column + 1]!) * zoom
      scroller.scrollLeft = right <= scroller.clientWidth ? 0 : (lefts[column]! - frozenWidth) * zoom - 24
      draw()
    },
  }
}

const keyOf = ({ row, column }: Place) => `${row},${column}`
const stepDown = (index: number, step: number) => Math.max(0, Math.floor(index / step) * step)

const layer = (style: string, name = '', size?: { width: number; height: number }) =>
  element('div', {
    role: 'rowgroup',
    class: `grid-pane ${name}`,
    style: size ? `width: ${size.width}px; height: ${size.height}px` : style,
  })

const line = (kind: 'row' | 'column', at: number, from: number, length: number) =>
  element('i', {
    class: `grid-line-${kind}`,
    style:
      kind === 'row'
        ? `top: ${at}px; left: ${from}px; width: ${length}px`
        : `left: ${at}px; top: ${from}px; height: ${length}px`,
  })

const heading = (text: string, left: number, top: number, width: number, height: number) =>
  element(
    'div',
    {
      'aria-hidden': 'true',
      class: 'grid-heading',
      style: `left: ${left}px; top: ${top}px; width: ${width + 1}px; height: ${height + 1}px`,
    },
    text,
  )

const pictureElement = (
  { left, top, width, height, url, alt }: Sheet['pictures'][number],
  gutter: number,
  head: number,
) =>
  element('img', {
    src: url,
    alt,
    class: 'absolute z-1 max-w-none',
    style: `left: ${gutter + left}px; top: ${head + top}px; width: ${width}px; height: ${height}px`,
  })

const holds = (merge: Merge, row: number, column: number) =>
  row >= merge.row && row < merge.rowEnd && column >= merge.column && column < merge.columnEnd

const isNear = (merge: Merge, { top, bottom, left, right }: Area, frozen: Sheet['frozen']) =>
  (merge.row < frozen.rows || (merge.row < bottom && merge.rowEnd > top)) &&
  (merge.column < frozen.columns || (merge.column < right && merge.columnEnd > left))

function wholeText(cell: HTMLElement): Range {
  const range = document.createRange()
  range.selectNodeContents(cell)
  return range
}
