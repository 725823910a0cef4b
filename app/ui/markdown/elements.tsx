import type { Element, Nodes } from 'hast'
import katexStyles from 'katex/dist/katex.min.css?url'
import { Suspense, useContext } from 'react'
import type { Components } from 'react-markdown'
import { retryImport } from '../retry-import.ts'
import { preloadable } from '../preloadable.tsx'
import { loadStyles } from '../styles.ts'
import { CodeBlock } from './code/code-block.tsx'
import { FootnoteCall } from './footnote-call.tsx'
import { InLink } from './in-link.ts'

/** KaTeX, its styles and its fonts: only for an answer that has a formula. */
const Formula = preloadable(
  retryImport(async () => {
    const [part] = await Promise.all([import('./math/formula.tsx'), loadStyles(katexStyles)])
    return part
  }),
)

/** Loads what an answer needs beyond words, so that it is drawn at once. */
export async function prepareMarkdown(text: string): Promise<void> {
  if (/\$|\\[([]|math/.test(text)) await Formula.preload()
}

/** How the elements of an answer are drawn that are more than themselves. */
export const elements: Components = {
  a: ({ href, title, children }) => (
    <a href={href} title={title}>
      <InLink value>{children}</InLink>
    </a>
  ),
  table: ({ children, dir }) => (
    <div className="overflow-x-auto" dir={dir}>
      <table>{children}</table>
    </div>
  ),
  code: ({ node, className, children }) =>
    className?.includes('language-math') ? (
      <Math source={textOf(node!)} display={className.includes('math-display')} />
    ) : (
      <code className={className} dir="ltr">
        {children}
      </code>
    ),
  pre: ({ node }) => {
    const code = node?.children[0] as Element | undefined
    const names = (code?.properties?.className ?? []) as string[]
    const source = code ? textOf(code).replace(/\n$/, '') : ''
    if (names.includes('math-display')) return <Math source={source} display />
    const language = names.find((name) => name.startsWith('language-'))?.slice('language-'.length) ?? ''
    return <CodeBlock code={source} language={language} open={false} />
  },
  img: ({ src, alt }) => <ImageLink src={String(src ?? '')} alt={alt ?? ''} />,
  sup: ({ node, children }) =>
    typeof node?.properties.dataFootnote === 'string' ? (
      <FootnoteCall label={node.properties.dataFootnote} />
    ) : (
      <sup>{children}</sup>
    ),
}

const Math = ({ source, display }: { source: string; display: boolean }) => (
  <Suspense fallback={<code>{source}</code>}>
    {import.meta.env.SSR && <link rel="stylesheet" href={katexStyles} precedence="low" />}
    <Formula source={source.trim()} display={display} />
  </Suspense>
)

/**
 * An image as a link that names its host. Shown, it would tell that host who reads the answer, and what an injected prompt
 * wants to tell it.
 */
export function ImageLink({ src, alt }: { src: string; alt: string }) {
  const inLink = useContext(InLink)
  const url = URL.parse(src)
  const text = url ? [alt, alt ? `(${url.host})` : url.host].join(' ').trim() : alt
  if (!url || inLink) return <span>{text}</span>
  return (
    <a href={url.href} target="_blank" rel="noreferrer">
      {text}
    </a>
  )
}

/** The words within an element. */
export const textOf = (node: Nodes): string =>
  node.type === 'text' ? node.value : 'children' in node ? node.children.map(textOf).join('') : ''
