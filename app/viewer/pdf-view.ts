import { AnnotationMode } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { EventBus, LinkTarget, PDFLinkService, PDFViewer } from 'pdfjs-dist/legacy/web/pdf_viewer.mjs'
import { m } from '~/paraglide/messages'
import { append, element } from './element.ts'
import { highlightExcerpt, reveal } from './highlight.ts'
import { openPdf } from './open-pdf.ts'
import type { Stage, View } from './stage.ts'
import './pdf.css'

/** 4 Mi pixels are 16 MiB; closer up, pdf.js draws the part in view on a second canvas. */
const maxCanvasPixels = 2 ** 22

/** Fits the width, but does not blow a small page up on a wide screen. */
const initialScale = 'auto'

/** Draws a PDF as a column of pages, of which only those near the view hold a canvas. */
export const showPdf: View<{ url: string }> = async (stage, { url }) => {
  const { scroller, toolbar, show, signal } = stage
  const pdf = await openPdf(url, signal)

  const pages = element('div', { class: 'pdfViewer' })
  append(scroller, pages)
  const eventBus = new EventBus()
  const linkService = new PDFLinkService({ eventBus, externalLinkTarget: LinkTarget.NONE })
  linkService.externalLinkEnabled = false
  const viewer = new PDFViewer({
    container: scroller,
    viewer: pages,
    eventBus,
    linkService,
    annotationMode: AnnotationMode.ENABLE,
    enableAutoLinking: false,
    removePageBorders: true,
    maxCanvasPixels,
    l10n: untranslated,
    // @ts-expect-error the option is missing in the published types
    abortSignal: signal,
  })
  linkService.setViewer(viewer)

  const cited = Math.min(show.page, pdf.numPages)
  toolbar.enablePaging({ pages: pdf.numPages, goTo: (page) => (viewer.currentPageNumber = page) })
  toolbar.enableZoom({
    zoomIn: () => viewer.increaseScale(),
    zoomOut: () => viewer.decreaseScale(),
    fit: () => (viewer.currentScaleValue = 'page-width'),
    fitLabel: m.viewer_fit(),
  })
  eventBus.on('scalechanging', ({ scale }: { scale: number }) => toolbar.setScale(scale))
  eventBus.on('pagechanging', ({ pageNumber }: { pageNumber: number }) => stage.onPage(pageNumber))
  eventBus.on('pagerendered', ({ pageNumber, source }: PageEvent) => {
    source.div.setAttribute('aria-label', m.viewer_page({ page: pageNumber }))
  })
  openAtPassage(stage, viewer, eventBus, cited)
  keepFitting(viewer, scroller, signal)

  const initialised = new Promise((resolve) => eventBus.on('pagesinit', resolve, { once: true }))
  viewer.setDocument(pdf)
  linkService.setDocument(pdf)
  await initialised
  viewer.currentScaleValue = initialScale
  viewer.currentPageNumber = cited
  stage.onPage(cited)
  return pdf.numPages
}

interface PageEvent {
  pageNumber: number
  source: { div: HTMLElement; textLayer?: { div: HTMLElement } }
}

/** Marks the excerpt whenever its page is drawn, and brings it into view the first time. */
function openAtPassage({ scroller, show }: Stage, viewer: PDFViewer, eventBus: EventBus, cited: number): void {
  let untouched = true
  for (const gesture of ['wheel', 'pointerdown', 'keydown', 'touchmove']) {
    scroller.addEventListener(gesture, () => (untouched = false), { once: true, passive: true })
  }
  let passage: Range | null = null
  eventBus.on('textlayerrendered', ({ pageNumber, source }: PageEvent) => {
    if (pageNumber !== cited || !show.excerpt || !source.textLayer) return
    const found = highlightExcerpt(source.textLayer.div, show.excerpt)
    if (found && untouched && !passage) reveal(scroller, found)
    passage = found
  })
  // Pages of other sizes above the cited one have moved it by the time that all are known.
  eventBus.on('pagesloaded', () => {
    if (!untouched) return
    if (passage) reveal(scroller, passage)
    else viewer.currentPageNumber = cited
  })
}

/** Lets a page that fits the width go on fitting it when the frame changes its size. */
function keepFitting(viewer: PDFViewer, scroller: HTMLElement, signal: AbortSignal): void {
  const observer = new ResizeObserver(() => {
    const fit = viewer.currentScaleValue
    if (fit === 'auto' || fit === 'page-width') viewer.currentScaleValue = fit
  })
  observer.observe(scroller)
  signal.addEventListener('abort', () => observer.disconnect(), { once: true })
}

/** The words on our controls are our own; pdf.js's English ones stay out. */
const untranslated = {
  getLanguage: () => document.documentElement.lang,
  getDirection: () => 'ltr',
  get: async () => '',
  translate: async () => {},
  translateOnce: async () => {},
  destroy: async () => {},
  pause: () => {},
  resume: () => {},
} as unknown as NonNullable<ConstructorParameters<typeof PDFViewer>[0]['l10n']>
