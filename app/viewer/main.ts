import { overwriteGetLocale } from '~/paraglide/runtime'
import { element } from './element.ts'
import { clearHighlight } from './highlight.ts'
import { readShow, type Report, type Show } from './protocol.ts'
import { PreviewFailure, type Stage } from './stage.ts'
import { type Toolbar, createToolbar } from './toolbar.ts'
import './viewer.css'

let abort = new AbortController()
let shortcuts: Toolbar['shortcuts'] = new Map()

window.addEventListener('message', (event) => {
  const show = readShow(event, window.parent)
  if (show) void open(show)
})

document.addEventListener('keydown', (event) => {
  if (event.key === 'Escape') return report({ type: 'close' })
  if (event.target instanceof HTMLInputElement || event.ctrlKey || event.metaKey || event.altKey) return
  const act = shortcuts.get(event.key)
  if (!act) return
  event.preventDefault()
  act()
})

report({ type: 'ready' })

/** Puts a document in the place of the one before, and reports to the page around it how that went. */
async function open(show: Show): Promise<void> {
  abort.abort()
  abort = new AbortController()
  const { signal } = abort
  clearHighlight()
  dress(show)

  const toolbar = createToolbar()
  shortcuts = toolbar.shortcuts
  // Focusable, so that the arrow, page and space keys scroll it.
  const scroller = element('div', { tabindex: 0, class: 'absolute inset-0 overflow-auto outline-none' })
  document.body.replaceChildren(scroller, toolbar.bar)
  let current = 0
  const stage: Stage = {
    scroller,
    toolbar,
    show,
    signal,
    onPage(page) {
      if (page === current) return
      current = page
      toolbar.setPage(page)
      report({ type: 'page', page })
    },
  }

  try {
    const pages = await draw(stage)
    if (signal.aborted) return
    scroller.focus({ preventScroll: true })
    report({ type: 'shown', pages })
  } catch (error) {
    if (signal.aborted) return
    console.error(error)
    report({ type: 'failed', reason: error instanceof PreviewFailure ? error.reason : 'unreachable' })
  }
}

/** Each kind of view is loaded when it is first needed. */
async function draw(stage: Stage): Promise<number> {
  const { source } = stage.show
  switch (source.kind) {
    case 'pdf':
      return (await import('./pdf-view.ts')).showPdf(stage, source)
    case 'image':
      return (await import('./image-view.ts')).showImage(stage, source)
    case 'audio':
      return (await import('./audio-view.ts')).showAudio(stage, source)
    case 'table':
      return (await import('./table-view.ts')).showTable(stage, source)
    case 'text':
      return (await import('./text-view.ts')).showText(stage, source)
    case 'markdown':
      return (await import('./markdown-view.ts')).showMarkdown(stage, source)
    case 'docx':
      return (await import('./office/docx-view.ts')).showDocx(stage, source)
    case 'pptx':
      return (await import('./office/pptx-view.ts')).showPptx(stage, source)
    case 'workbook':
      return (await import('./grid/workbook-view.ts')).showWorkbook(stage, source)
    case 'pages':
      return (await import('./pages-view.ts')).showPages(stage, source)
  }
}

function dress({ name, language, theme }: Show): void {
  overwriteGetLocale(() => language)
  document.title = name
  document.documentElement.lang = language
  document.documentElement.dataset.theme = theme
}

/** An opaque origin cannot know its parent's; what is reported holds nothing of the document. */
function report(message: Report): void {
  window.parent.postMessage(message, '*')
}
