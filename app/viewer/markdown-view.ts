import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import '~/ui/markdown/prose.ts'
import { element } from './element.ts'
import { drawMarkdown } from './markdown.tsx'
import type { View } from './stage.ts'
import { showSheet } from './text-view.ts'

/** Shows Markdown as the document that it means. */
export const showMarkdown: View<{ url: string }> = (stage, { url }) =>
  showSheet(stage, url, (text) => {
    const body = element('div')
    const root = createRoot(body)
    stage.signal.addEventListener('abort', () => root.unmount(), { once: true })
    // At once, so that the cited words can be looked for.
    flushSync(() => root.render(drawMarkdown(text)))
    return body
  })
