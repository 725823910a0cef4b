import { defaultSchema, type Options } from 'rehype-sanitize'

/**
 * What may be in an answer: no scripts, frames, forms or media, no event handlers and no styles, links and images only
 * by schemes that run nothing.
 */
export const schema: Options = {
  ...defaultSchema,
  clobber: [],
  strip: ['script', 'style', 'iframe', 'object', 'embed', 'select', 'textarea', 'button', 'audio', 'video', 'svg'],
  tagNames: [
    ...(defaultSchema.tagNames ?? []).filter((name) => !['picture', 'source', 'input'].includes(name)),
    'mark',
    'u',
    'small',
    'abbr',
    'figure',
    'figcaption',
    'cite',
  ],
  attributes: {
    '*': ['dir'],
    a: ['href', 'title'],
    code: [['className', /^language-./, 'math-inline', 'math-display']],
    img: ['src', 'alt', 'title'],
    li: [['className', 'task-list-item']],
    ol: ['start', ['className', 'contains-task-list']],
    sup: ['dataFootnote'],
    td: ['align'],
    th: ['align'],
    ul: [['className', 'contains-task-list']],
  },
  protocols: { href: ['https', 'http', 'mailto'], src: ['https', 'http'] },
}

/** Runs of spaces that long are a way to hide text (100). */
const spaceRun = / {100,}/g

/** The text with each run of 100 spaces or more as one. */
export const withoutSpaceRuns = (text: string) => (text.includes(' '.repeat(100)) ? text.replace(spaceRun, ' ') : text)
