import { prerender } from 'react-dom/static.edge'
import type { MarkdownExtension } from '~/ui/markdown/render.tsx'
import MarkdownText from '~/ui/markdown/markdown-text.tsx'

const plain: MarkdownExtension = { remarkPlugins: [], components: {} }

/** The HTML of an answer, formulas loaded, without the sections around its blocks. */
export async function htmlOf(text: string, extension = plain): Promise<string> {
  const { prelude } = await prerender(<MarkdownText text={text} streaming={false} extension={extension} />)
  return new Response(prelude).text().then((html) =>
    html
      .replace(/<!--.*?-->/g, '')
      .replace(/^<div class="prose-text">|<\/div>$/g, '')
      .replace(/<\/?section( class="prose-section")?>/g, ''),
  )
}

/** The formulas of an answer by their source, display ones marked. */
export async function formulasOf(text: string): Promise<string[]> {
  const html = await htmlOf(text)
  return [...html.matchAll(/(katex-display">)?<span class="katex">.*?<annotation[^>]*>(.*?)<\/annotation>/gs)].map(
    ([, display, source]) => (display ? `display ${source}` : source!),
  )
}
