import { prerender } from 'react-dom/static.edge'
import type { MarkdownExtension } from '~/ui/markdown/render.tsx'
import MarkdownText from '~/ui/markdown/markdown-text.tsx'

const plain: MarkdownExtension = { remarkPlugins: [], components: {} }

/** The HTML of an answer, formulas loaded, without its styles. */
export async function pageOf(text: string, extension = plain): Promise<string> {
  const { prelude } = await prerender(
    <MarkdownText text={text} streaming={false} extension={extension} drawn={Infinity} />,
  )
  const html = await new Response(prelude).text()
  return html.replace(/<style .*?<\/style>|<link [^>]*>/gs, '')
}

/** The HTML of an answer without the sections around its blocks. */
export const htmlOf = async (text: string, extension = plain): Promise<string> =>
  (await pageOf(text, extension))
    .replace(/<!--.*?-->/g, '')
    .replace(/^<div class="prose-text">|<\/div>$/g, '')
    .replace(/<\/?section( class="prose-section laid-out")?>/g, '')

/** The formulas of an answer by their source, display ones marked. */
export async function formulasOf(text: string): Promise<string[]> {
  const html = await htmlOf(text)
  return [...html.matchAll(/(katex-display">)?<span class="katex">.*?<annotation[^>]*>(.*?)<\/annotation>/gs)].map(
    ([, display, source]) => (display ? `display ${source}` : source!),
  )
}
