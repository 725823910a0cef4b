import { PreviewFailure } from '../stage.ts'
import { openPictures, TooLong } from './page-pictures.ts'
import { type Failure, type Order, type Progress, readOrder } from './protocol.ts'
import { recognise } from './recognise.ts'

window.addEventListener('message', (event) => {
  const order = readOrder(event, window.parent)
  if (order) void work(order)
})

report({ type: 'ready' })

/** Reads a file page by page and reports all its text at the end. */
async function work({ source, languages, mostPages }: Order): Promise<void> {
  const closing = new AbortController()
  try {
    const pictures = await openPictures(source, mostPages, closing.signal)
    const read: { page: number; text: string }[] = []
    for (let page = 1; page <= pictures.count; page++) {
      report({ type: 'reading', page, pages: pictures.count })
      read.push({ page, text: await recognise(await pictures.draw(page), languages) })
    }
    report({ type: 'read', pages: read })
  } catch (error) {
    console.error(error)
    report({ type: 'failed', reason: reasonOf(error) })
  } finally {
    closing.abort()
  }
}

function reasonOf(error: unknown): Failure {
  if (error instanceof TooLong) return 'too_long'
  return error instanceof PreviewFailure ? error.reason : 'unexpected'
}

/** An opaque origin cannot know its parent's; nobody but the page around it can have asked. */
function report(message: Progress): void {
  window.parent.postMessage(message, '*')
}
