import type { Element, Nodes } from 'hast'
import { lazy, Suspense } from 'react'
import type { Components } from 'react-markdown'
import { persistent } from '../persistent-import.ts'
import { CodeBlock } from './code-block.tsx'
import { FootnoteCall } from './footnote-call.tsx'

/** KaTeX, its styles and its fonts: only for an answer that has a formula. */
const Formula = lazy(persistent(() => import('./formula.tsx')))

/** How the elements of an answer are drawn that are more than themselves. */
export const elements: Components = {
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
  img: ({ src, alt, title }) => <AnswerImage src={String(src ?? '')} alt={alt ?? ''} title={title} />,
  sup: ({ node, children }) =>
    typeof node?.properties.dataFootnote === 'string' ? (
      <FootnoteCall label={node.properties.dataFootnote} />
    ) : (
      <sup>{children}</sup>
    ),
}

const Math = ({ source, display }: { source: string; display: boolean }) => (
  <Suspense fallback={<code>{source}</code>}>
    <Formula source={source.trim()} display={display} />
  </Suspense>
)

/**
 * An image of the product's own; any other would tell its server who reads the answer, and what an injected prompt wants to
 * tell it, so that one is a link that names the host.
 */
function AnswerImage({ src, alt, title }: { src: string; alt: string; title?: string }) {
  if (/^\/(?![/\\])/.test(src)) return <img src={src} alt={alt} title={title} loading="lazy" />
  const host = URL.parse(src)?.host
  if (!host) return <span>{alt}</span>
  return (
    <a href={src} target="_blank" rel="noreferrer">
      {alt ? `${alt} (${host})` : host}
    </a>
  )
}

const textOf = (node: Nodes): string =>
  node.type === 'text' ? node.value : 'children' in node ? node.children.map(textOf).join('') : ''
