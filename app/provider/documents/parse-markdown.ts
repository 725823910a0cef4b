import type { Root } from 'mdast'
import remarkCjkFriendly from 'remark-cjk-friendly'
import remarkFrontmatter from 'remark-frontmatter'
import remarkGfm from 'remark-gfm'
import remarkMath from 'remark-math'
import remarkParse from 'remark-parse'
import { unified } from 'unified'

/** A single dollar is money more often than a formula. */
const processor = unified()
  .use(remarkParse)
  .use(remarkGfm, { singleTilde: false })
  .use(remarkCjkFriendly)
  .use(remarkMath, { singleDollarTextMath: false })
  .use(remarkFrontmatter)

/** Marks of quotes and items that a line may begin with: nobody nests as deep, and the parser takes time by the cube of their number. */
const deepest = 100
const nesting = new RegExp(String.raw`^(?:[ \t]*(?:>|(?:[-*+]|\d{1,9}[.)])(?=[ \t]))){${deepest + 1}}`, 'm')

/**
 * The tree of a Markdown text as GitHub reads it, with formulas and front matter.
 * @throws RangeError for a text whose marks are nested too deep
 */
export function parseMarkdown(source: string): Root {
  if (nesting.test(source)) throw new RangeError('marks are nested too deep')
  return processor.parse(source)
}
