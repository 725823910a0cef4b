import { describe, expect, test, vi } from 'vitest'
import { renderToStaticMarkup } from 'react-dom/server'
import type { Reference } from '~/contract/chat.ts'
import type { MarkdownExtension } from '~/ui/markdown/render.tsx'
import { textOf } from '~/ui/markdown/elements.tsx'
import MarkdownText from '~/ui/markdown/markdown-text.tsx'
import { AnswerLink } from '~/web/chat/answer-text/answer-link.tsx'
import { CitationMarkers, CitationsContext } from '~/web/chat/answer-text/citation-markers.tsx'
import { citationsOf } from '~/web/chat/answer-text/citations.ts'
import { fileLinkOf } from '~/web/chat/answer-text/file-address.ts'
import { escapeMarkdown } from '~/provider/builtin/quote.ts'
import { remarkCitations } from '~/web/chat/answer-text/remark-citations.ts'

const extension: MarkdownExtension = {
  remarkPlugins: [remarkCitations],
  components: {
    a: ({ node, href, children }) => (
      <AnswerLink href={href ?? ''} words={textOf(node!)}>
        {children}
      </AnswerLink>
    ),
    cite: ({ children }) => <CitationMarkers>{String(children)}</CitationMarkers>,
  },
}

const references: Reference[] = [
  { id: 1, type: 'web', name: 'One', url: 'https://one.example' },
  { id: 2, type: 'web', name: 'Two', url: 'https://two.example' },
  { id: 3, type: 'web', name: 'One again', url: 'https://one.example' },
]

/** An answer's text with each citation as `{number host}`. */
const drawn = (text: string) =>
  renderToStaticMarkup(
    <CitationsContext value={{ ...citationsOf(text, references), references }}>
      <MarkdownText text={text} streaming={false} extension={extension} />
    </CitationsContext>,
  )
    .replace(/<a href="https:\/\/(\w+)\.example"[^>]*>(\d+)<\/a>/g, '{$2 $1}')
    .replace(/<(code) [^>]*>/g, '<$1>')
    .replace(/<(?!\/?(strong|td|code)\b)[^>]+>/g, '')

describe('citations in an answer', () => {
  test.each([
    ['B [:&2], A [:&1].', 'B {1 two}, A {2 one}.'],
    ['A [:&1][:&3] and [:&1] [:&2]', 'A {1 one} and {1 one} {2 two}'],
    ['**重要[:&1]。**次', '<strong>重要{1 one}。</strong>次'],
    ['Unknown [:&9][:&1]', 'Unknown [:&amp;9]{1 one}'],
    ['`[:&1]` is code', '<code>[:&amp;1]</code> is code'],
    ['- item[:&1]\n- item[:&2]', '\nitem{1 one}\nitem{2 two}\n'],
  ])('%j', (text, expected) => {
    expect(drawn(text)).toBe(expected)
  })

  test('stand in the cells of tables', () => {
    expect(drawn('| a |\n|---|\n| x [:&2] |')).toContain('<td>x {1 two}</td>')
  })

  test('of a quoted document are none, nor are its brackets links or formulas', () => {
    expect(drawn(escapeMarkdown('See [1], [2](x) and [b].'))).toBe('See [1], [2](x) and [b].')
    expect(drawn(`${escapeMarkdown('As [:&2] says.')} [:&1]`)).toBe('As [ :&amp;2] says. {1 one}')
  })

  test('mean the same sources whatever block they stand in', () => {
    expect(drawn('A [:&2]\n\n# B [:&1]\n\nC [:&3]')).toBe('A {1 two}B {2 one}C {2 one}')
  })
})

const linkOf = (href: string, words: string) => (
  <AnswerLink href={href} words={words}>
    {words}
  </AnswerLink>
)

describe('links in an answer', () => {
  test.each([
    ['/files/5', { id: 5, page: 1 }],
    ['/files/5#page=2', { id: 5, page: 2 }],
    ['/files/', null],
    ['/files/5/raw', null],
    ['/files/5#page=', null],
    ['/files/5?x=1', null],
    ['/admin/users', null],
    ['http://a.example/files/5', null],
  ])('%s', (href, file) => {
    expect(fileLinkOf(href)).toEqual(file)
  })

  test('to the web open in a new tab, and tell it nothing of where they were', () => {
    expect(renderToStaticMarkup(linkOf('https://a.example', 'a.example'))).toBe(
      '<a href="https://a.example" target="_blank" rel="noreferrer">a.example</a>',
    )
  })

  test.each([
    ['https://evil.example/?q=secret', 'here', 'here (evil.example)'],
    ['https://evil.example/?q=secret', 'https://bank.example/', 'https://bank.example/ (evil.example)'],
    ['https://evil.example/?q=secret', 'bank.example', 'bank.example (evil.example)'],
    ['https://evil.example/?q=secret', '', ' (evil.example)'],
    ['https://bank.example@evil.example/', 'bank.example', 'bank.example (evil.example)'],
    ['https://b\u00e4nk.example/', 'bank.example', 'bank.example (xn--bnk-qla.example)'],
    ['https://evil.example:8443/', 'evil.example', 'evil.example (evil.example:8443)'],
    ['https://a.example/x?y', 'https://a.example/x?y', 'https://a.example/x?y'],
    ['https://www.a.example', 'www.a.example', 'www.a.example'],
  ])('to %s with the words "%s" names whose it is', (href, words, shown) => {
    const html = renderToStaticMarkup(linkOf(href, words))
    expect(html.replace(/<[^>]*>/g, '')).toBe(shown)
  })

  test('to anywhere else do nothing but say so', () => {
    const error = vi.spyOn(console, 'error').mockImplementation(() => undefined)
    const { props } = AnswerLink({ href: '/admin', words: 'a', children: 'a' }) as unknown as {
      props: { onClick(): void }
    }
    props.onClick()
    expect(error).toHaveBeenCalledWith('Invalid url format. Use "/files/5" or "/files/5#page=2"')
    error.mockRestore()
  })
})
