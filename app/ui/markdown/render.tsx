import type { Parents, Root, RootContent } from 'mdast'
import { createElement, type ReactNode } from 'react'
import Markdown, { type Components, type Options } from 'react-markdown'
import rehypeSanitize from 'rehype-sanitize'
import { rehypeDirection } from './direction.ts'
import { remarkDisplayMath } from './math/display-math.ts'
import { elements } from './elements.tsx'
import { isHostile } from './limits.ts'
import { rehypeNesting } from './nesting.ts'
import { rehypeRawHtml } from './raw-html.ts'
import { schema, withoutSpaceRuns } from './sanitise.ts'
import { syntaxFor } from './syntax.ts'
import { rehypeTaskMarks } from './task-marks.ts'
import { wordsOf } from './words.ts'

/** What a feature adds to Markdown. Has to be the same object always: a block is read once, and words alone by no plugin. */
export interface MarkdownExtension {
  /** Change the tree of a block; an element of their own is a `cite`, which an answer cannot write itself. */
  remarkPlugins: (() => (tree: Root) => void)[]
  components: Components
}

const rehypePlugins: Options['rehypePlugins'] = [
  rehypeTaskMarks,
  rehypeRawHtml,
  [rehypeSanitize, schema],
  rehypeNesting,
  rehypeDirection,
]
const remarkPlugins: NonNullable<Options['remarkPlugins']> = [remarkDisplayMath, remarkFootnoteCalls]

/** One block of Markdown, trusted nowhere: what the parser cannot take is drawn as the text that it is. */
export function renderMarkdown(source: string, extension: MarkdownExtension, components?: Components): ReactNode {
  const text = withoutSpaceRuns(source)
  const words = wordsOf(text)
  if (words) return createElement(words.tagName, null, words.text)
  if (isHostile(source)) return <PlainText>{source}</PlainText>
  try {
    // Called, not mounted: a parser that runs out of stack then ends here and not in the page's error boundary.
    return Markdown({
      children: text,
      remarkPlugins: [syntaxFor(text), ...remarkPlugins, ...extension.remarkPlugins],
      rehypePlugins,
      components: { ...elements, ...extension.components, ...components },
    })
  } catch {
    return <PlainText>{source}</PlainText>
  }
}

/** Text as it was written. */
export const PlainText = ({ children }: { children: string }) => (
  <p dir="auto" className="whitespace-pre-wrap">
    {children}
  </p>
)

/**
 * Calls of footnotes become elements that know the footnote's label; the footnotes themselves are drawn once for the whole
 * answer, not with each block.
 */
function remarkFootnoteCalls() {
  return (tree: Root) => replace(tree)
}

function replace(parent: Parents) {
  parent.children = parent.children.flatMap((child): RootContent[] => {
    if (child.type === 'footnoteDefinition') return []
    if (child.type === 'footnoteReference') return [call(child.label ?? child.identifier)]
    if ('children' in child) replace(child)
    return [child]
  }) as typeof parent.children & RootContent[]
}

const call = (label: string): RootContent => ({
  type: 'link',
  url: '',
  data: { hName: 'sup', hProperties: { dataFootnote: label }, hChildren: [] },
  children: [],
})
