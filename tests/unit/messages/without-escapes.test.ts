import { expect, test } from 'vitest'
import { escapeMarkdown } from '~/provider/builtin/quote.ts'
import { withoutEscapes } from '~/web/chat/messages/copy-answer.ts'

test.each([
  'Price EUR: 189.00',
  'Mail boss@example.com or www.example.com',
  '1. first_name [x](y) *z* <b> $5',
  'See https://a.example/b_c',
])('%s, quoted from a document, is pasted as the document has it', (text) => {
  const quoted = escapeMarkdown(text)
  expect(withoutEscapes(`> ${quoted}`)).toBe(`> ${text}`)
})

test.each(['`a\\*b` and ``c\\_d``', '```\n\\*x\\*\n```', '$a\\_b$ and $$\\{x\\}$$', '\\(a\\_b\\)', '\\[x\\,y\\]'])(
  '%j keeps its backslashes',
  (text) => {
    expect(withoutEscapes(`${text}\nand \\*this\\*`)).toBe(`${text}\nand *this*`)
  },
)

test('a number with decimals is not taken for the mark of a list', () => {
  expect(escapeMarkdown('189.00')).toBe('189.00')
  expect(escapeMarkdown('1. first')).toBe('1\\. first')
})
