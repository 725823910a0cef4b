import { type ComponentProps, type ReactNode } from 'react'
import Markdown, { type Components, type Options } from 'react-markdown'
import rehypeSanitize, { defaultSchema } from 'rehype-sanitize'
import remarkCjkFriendly from 'remark-cjk-friendly'
import remarkCjkFriendlyStrikethrough from 'remark-cjk-friendly-gfm-strikethrough'
import remarkGfm from 'remark-gfm'
import { classes } from './classes.ts'

export interface MarkdownTextProps {
  children: string
  /** More remark plugins, before the text becomes HTML. */
  plugins?: Options['remarkPlugins']
  /** Draws a link; `href` has passed the sanitiser. */
  renderLink: (props: { href: string; children: ReactNode; data: Record<string, unknown> }) => ReactNode
  className?: string
}

/** Elements and attributes that an answer may have; nothing that loads by itself, so no images. */
const schema = {
  ...defaultSchema,
  tagNames: (defaultSchema.tagNames ?? []).filter((name) => !['img', 'picture', 'source', 'input'].includes(name)),
  attributes: { ...defaultSchema.attributes, a: ['href', 'title', 'dataCitation', 'dataReference'] },
  protocols: { href: ['https', 'http', 'mailto'] },
}

/** Markdown as text that can be trusted: GFM, Japanese emphasis, no raw HTML, no foreign images. Text that breaks the parser shows as it is. */
export function MarkdownText({ children, plugins = [], renderLink, className }: MarkdownTextProps) {
  return <div className={classes('prose-text', className)}>{render(children, plugins ?? [], renderLink)}</div>
}

function render(
  text: string,
  plugins: NonNullable<Options['remarkPlugins']>,
  renderLink: MarkdownTextProps['renderLink'],
) {
  try {
    // Called, not mounted: a parser that runs out of stack then ends here and not in the page's error boundary.
    return Markdown({
      children: text,
      remarkPlugins: [remarkGfm, remarkCjkFriendly, remarkCjkFriendlyStrikethrough, ...plugins],
      rehypePlugins: [[rehypeSanitize, schema]],
      components: {
        ...components,
        a: ({ href = '', children, node }) => renderLink({ href, children, data: node?.properties ?? {} }),
      },
    })
  } catch {
    return <p className="whitespace-pre-wrap">{text}</p>
  }
}

const components: Components = {
  table: (props: ComponentProps<'table'>) => (
    <div className="overflow-x-auto">
      <table>{props.children}</table>
    </div>
  ),
}
