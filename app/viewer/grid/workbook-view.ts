import type { Sheet as FileSheet, SheetImage, Workbook } from 'hucre'
import { readOds } from 'hucre/ods'
import { readXls, readXlsx } from 'hucre/xlsx'
import { m } from '~/paraglide/messages'
import { append, element } from '../element.ts'
import { note } from '../note.ts'
import { fetchOffice, isCompoundFile, openPackage, packed } from '../office/package.ts'
import { PreviewFailure, type Stage, type View } from '../stage.ts'
import { findCells, pageRows, type Place } from './find-cells.ts'
import type { Sheet } from './sheet.ts'
import { gridStage } from './show-grid.ts'
import { sheetTabs } from './sheet-tabs.ts'
import { workbookSheet } from './workbook-sheet.ts'

/** Draws a workbook (XLSX, XLS, ODS) a sheet at a time. */
export const showWorkbook: View<{ url: string }> = async (stage, { url }) => {
  const { scroller, show, signal } = stage
  const bytes = await fetchOffice(url, signal)
  const { sheets: files, theme } = await read(bytes)
  if (signal.aborted) return 1
  if (files.length === 0) {
    append(scroller, note(m.viewer_empty()))
    return 1
  }
  const address = imageAddresses(stage)
  const sheets = files.map((file) => workbookSheet(file, { theme, language: show.language, address }))
  const cited = citedPlace(sheets, show.page, show.excerpt)

  const tabs = sheetTabs(
    sheets.map(({ name }) => name),
    (index) => open(index),
  )
  const remark = element('p', { role: 'note', class: 'ml-auto shrink-0 px-4 text-xs text-muted' })
  const hasCharts = files.map(({ charts }) => (charts?.length ?? 0) > 0)
  if (sheets.length > 1 || hasCharts[0]) makeRoomFor(stage, tabs.element, remark)
  const showSheet = gridStage(stage)
  function open(index: number) {
    tabs.select(index)
    remark.textContent = hasCharts[index] ? m.viewer_charts_left_out() : ''
    if (index === cited.sheet) showSheet(sheets[index]!, cited.cells, cited.cells[0] ?? cited.start)
    else showSheet(sheets[index]!, [])
  }
  open(cited.sheet)
  return 1
}

interface ReadWorkbook {
  sheets: FileSheet[]
  theme: readonly string[]
}

/** @throws PreviewFailure */
async function read(bytes: Uint8Array): Promise<ReadWorkbook> {
  try {
    const { workbook, withHidden } = await readAny(bytes)
    const sheets = workbook.sheets.filter(({ hidden, veryHidden }) => withHidden || !(hidden || veryHidden))
    return { sheets, theme: workbook.themeColors ?? [] }
  } catch (cause) {
    if (cause instanceof PreviewFailure) throw cause
    const isProtected = cause instanceof Error && /encrypt|password/i.test(`${cause.name} ${cause.message}`)
    throw new PreviewFailure(isProtected ? 'encrypted' : 'damaged', { cause })
  }
}

/** Old workbooks are indexed with their hidden sheets, so pages count them. */
async function readAny(bytes: Uint8Array): Promise<{ workbook: Workbook; withHidden: boolean }> {
  if (isCompoundFile(bytes)) return { workbook: await readXls(bytes, { readStyles: true }), withHidden: true }
  const parts = openPackage(bytes)
  const isOpenDocument = 'content.xml' in parts && !('xl/workbook.xml' in parts)
  const workbook = isOpenDocument
    ? await readOds(packed(parts), { readStyles: true })
    : await readXlsx(packed(parts), { readStyles: true })
  return { workbook, withHidden: false }
}

interface CitedPlace {
  sheet: number
  cells: Place[]
  /** Where the cited page begins, where that is not the sheet. */
  start?: Place
}

/** Sheets follow one another in pages of 1,000 rows with text. */
function citedPlace(sheets: readonly Sheet[], page: number, excerpt: string | undefined): CitedPlace {
  const starts = sheets.map(pageRows)
  let before = page - 1
  let sheet = starts.findIndex((rows) => before < rows.length || ((before -= rows.length), false))
  if (sheet < 0) [sheet, before] = [0, 0]
  if (excerpt) {
    const others = sheets.map((_, index) => index).filter((index) => index !== sheet)
    for (const index of [sheet, ...others]) {
      const cells = findCells(sheets[index]!, starts[index]!, index === sheet ? before : 0, excerpt)
      if (cells.length > 0) return { sheet: index, cells }
    }
  }
  return { sheet, cells: [], ...(before > 0 && { start: { row: starts[sheet]![before]!, column: 0 } }) }
}

function imageAddresses({ signal }: Stage): (image: SheetImage) => string {
  const urls: string[] = []
  signal.addEventListener('abort', () => urls.forEach((url) => URL.revokeObjectURL(url)), { once: true })
  return ({ data, type }) => {
    const url = URL.createObjectURL(
      new Blob([new Uint8Array(data)], { type: `image/${type === 'svg' ? 'svg+xml' : type}` }),
    )
    urls.push(url)
    return url
  }
}

/** Above the sheet, where it stays. */
function makeRoomFor({ scroller }: Stage, ...bar: HTMLElement[]): void {
  scroller.classList.replace('inset-0', 'inset-x-0')
  scroller.classList.add('top-10', 'bottom-0')
  const row = 'absolute inset-x-0 top-0 flex h-10 items-center border-b border-line bg-surface'
  scroller.parentNode?.insertBefore(element('div', { class: row }, ...bar), scroller)
}
