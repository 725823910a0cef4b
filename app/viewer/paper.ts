import { m } from '~/paraglide/messages'
import type { Stage } from './stage.ts'

const zoomStep = 1.25
const smallest = 0.1
const largest = 5
/** Beside the paper, in pixels. */
const margin = 12

/**
 * Shows paper at its own size, narrower views at theirs, and lets the reader zoom.
 * @param paper white sheets, which are zoomed together
 * @param width of the widest sheet, in CSS pixels
 */
export function fitPaper({ scroller, toolbar, signal }: Stage, paper: HTMLElement, width: number): void {
  let chosen: number | 'fit' | 'natural' = 'natural'
  const fitting = () => (scroller.clientWidth - 2 * margin) / width
  const scale = () => (chosen === 'fit' ? fitting() : chosen === 'natural' ? Math.min(1, fitting()) : chosen)
  const draw = () => {
    // The place stays in view that was, by its share of the length.
    const place = scroller.scrollTop / scroller.scrollHeight
    const before = paper.style.zoom
    paper.style.zoom = String(scale())
    if (before !== '' && before !== paper.style.zoom) scroller.scrollTop = place * scroller.scrollHeight
    toolbar.setScale(scale())
  }
  const zoomTo = (wanted: number) => {
    chosen = Math.min(Math.max(wanted, smallest), largest)
    draw()
  }
  toolbar.enableZoom({
    zoomIn: () => zoomTo(scale() * zoomStep),
    zoomOut: () => zoomTo(scale() / zoomStep),
    fit: () => {
      chosen = 'fit'
      draw()
    },
    fitLabel: m.viewer_fit(),
  })
  const observer = new ResizeObserver(draw)
  observer.observe(scroller)
  signal.addEventListener('abort', () => observer.disconnect(), { once: true })
  draw()
}
