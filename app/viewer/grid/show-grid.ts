import { m } from '~/paraglide/messages'
import { append } from '../element.ts'
import { clearHighlight } from '../highlight.ts'
import type { Stage } from '../stage.ts'
import type { Place } from './find-cells.ts'
import { createGrid, type Grid } from './grid.ts'
import type { Sheet } from './sheet.ts'

const zoomStep = 1.25
const smallest = 0.25
const largest = 4

/** What shows a sheet in the place of the one before, with cells marked, and a cell in view. */
export type ShowSheet = (sheet: Sheet, marked: readonly Place[], at?: Place) => void

/** Makes room for sheets at the end of the scroller, and switches zooming on, which all of them share. */
export function gridStage(stage: Stage): ShowSheet {
  const { scroller, toolbar, signal } = stage
  let zoom = 1
  let grid: Grid | undefined
  const zoomTo = (wanted: number) => {
    zoom = Math.min(Math.max(wanted, smallest), largest)
    if (grid) grid.element.style.zoom = String(zoom)
    toolbar.setScale(zoom)
    grid?.draw()
  }
  toolbar.enableZoom({
    zoomIn: () => zoomTo(zoom * zoomStep),
    zoomOut: () => zoomTo(zoom / zoomStep),
    fit: () => grid && zoomTo(scroller.clientWidth / grid.width),
    fitLabel: m.viewer_fit(),
  })
  const observer = new ResizeObserver(() => grid?.draw())
  observer.observe(scroller)
  signal.addEventListener('abort', () => observer.disconnect(), { once: true })

  return (sheet, marked, at) => {
    grid?.remove()
    clearHighlight()
    grid = createGrid(stage, sheet, marked)
    append(scroller, grid.element)
    scroller.scrollTo(0, 0)
    zoomTo(zoom)
    if (at) grid.show(at)
  }
}
