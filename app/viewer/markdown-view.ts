import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import { m } from '~/paraglide/messages'
import '~/ui/markdown/prose.ts'
import { append, element } from './element.ts'
import { drawMarkdown } from './markdown.tsx'
import type { View } from './stage.ts'
import { textPages } from './text-pages.ts'
import { fetchText, mark, sheetOf } from './text-view.ts'

/** All of a document is laid out, so that a very long one is shown in part: some 300 printed pages. */
const mostPages = 50
/** Of these, before the cited one. */
const pagesBefore = 10

/** Shows Markdown as the document that it means; of a very long one what is around the cited place. */
export const showMarkdown: View<{ url: string }> = async (stage, { url }) => {
  const { text, complete } = await fetchText(stage, url)
  const pages = textPages(text)
  const from = pages.length > mostPages ? Math.max(0, Math.min(stage.show.page - 1, pages.length) - pagesBefore) : 0
  const shown = pages.slice(from, from + mostPages)

  const body = element('div')
  const root = createRoot(body)
  stage.signal.addEventListener('abort', () => root.unmount(), { once: true })
  const isWhole = complete && shown.length === pages.length
  append(stage.scroller, sheetOf(text, body, isWhole ? null : from > 0 ? m.viewer_text_part() : m.viewer_text_cut()))
  for (const drawn of drawMarkdown(shown.join(''))) {
    // At once, so that the cited words can be looked for in the end.
    flushSync(() => root.render(drawn))
    await nextTask()
    if (stage.signal.aborted) return 1
  }
  mark(stage, body)
  return 1
}

const nextTask = () => new Promise((resolve) => setTimeout(resolve))
