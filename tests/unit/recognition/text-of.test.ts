import { expect, test } from 'vitest'
import { type Block, textOf } from '~/viewer/recognition/text-of.ts'

type Paragraph = Block['paragraphs'][number]
type Word = [text: string, x0: number, x1: number]

/** A line of letters 20 pixels high, as far as its last word. */
const line = (words: Word[], confidence = 90) => ({
  confidence,
  bbox: box(words[0]![1], words.at(-1)![2]),
  words: words.map(([text, x0, x1]) => ({ text, bbox: box(x0, x1) })),
})
const box = (x0: number, x1: number) => ({ x0, x1, y0: 0, y1: 20 })

const paragraph = (...lines: Paragraph['lines']): Paragraph => ({
  lines,
  bbox: box(0, Math.max(...lines.map(({ bbox }) => bbox.x1))),
})
const textOfParagraphs = (...paragraphs: Paragraph[]) => textOf([{ paragraphs }])

test('a line that reaches the edge goes on in the next one: with a space, in Japanese without', () => {
  const english = paragraph(
    line([
      ['The', 0, 60],
      ['valve', 70, 400],
    ]),
    line([
      ['was', 0, 60],
      ['replaced.', 70, 200],
    ]),
  )
  const japanese = paragraph(line([['領収書の原', 0, 400]]), line([['本を添付する。', 0, 200]]))
  expect(textOfParagraphs(english, japanese)).toBe('The valve was replaced.\n領収書の原本を添付する。')
})

test('a line that ends before the edge stands by itself, as the rows of a form do', () => {
  const form = paragraph(
    line([
      ['Name:', 0, 80],
      ['Ito', 90, 130],
    ]),
    line([
      ['Department:', 0, 150],
      ['Accounting', 160, 400],
    ]),
  )
  expect(textOfParagraphs(form)).toBe('Name: Ito\nDepartment: Accounting')
})

test('between Japanese words there is a space only where one can be seen', () => {
  const set = line([
    ['第', 0, 20],
    ['4', 24, 34],
    ['条', 38, 58],
    ['宿泊', 80, 120],
    ['費', 122, 142],
  ])
  expect(textOfParagraphs(paragraph(set))).toBe('第4条 宿泊費')
})

test('the cells of a row are separated by tabs', () => {
  expect(
    textOfParagraphs(
      paragraph(
        line([
          ['Screw', 0, 80],
          ['40', 300, 330],
        ]),
      ),
    ),
  ).toBe('Screw\t40')
})

test('what is hardly legible is left out, and a page of nothing else is empty', () => {
  const speck = line([['~;', 0, 30]], 20)
  expect(textOfParagraphs(paragraph(speck, line([['Exit', 0, 60]])))).toBe('Exit')
  expect(textOfParagraphs(paragraph(speck))).toBe('')
  expect(textOf([])).toBe('')
})
