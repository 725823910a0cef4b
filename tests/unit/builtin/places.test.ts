import { describe, expect, test } from 'vitest'
import type { Text } from '~/provider/builtin/compose-summary.ts'
import { composePlaces } from '~/provider/builtin/compose-places.ts'
import { composeSummary } from '~/provider/builtin/compose-summary.ts'
import { type Place, pagesAt } from '~/provider/builtin/places.ts'

const pagesOf = (...texts: string[]) => texts.map((text, index) => ({ page: index + 1, text }))
const linesAt = (pages: string[], place: Place) =>
  pagesAt(pagesOf(...pages), [place]).map(({ page, text }) => [page, ...text.split('\n')])

const chapter = (number: string): Place => ({ kind: 'chapter', number })
const section = (number: string): Place => ({ kind: 'section', number })
const article = (number: string): Place => ({ kind: 'article', number })

describe('what stands at a place of a text', () => {
  test('are the pages with the numbers', () => {
    expect(linesAt(['One.', 'Two.', 'Three.'], { from: 2, to: 3 })).toEqual([
      [2, 'Two.'],
      [3, 'Three.'],
    ])
    expect(linesAt(['One.'], { from: 2, to: 2 })).toEqual([])
  })

  test('is a chapter with its sections, over its pages, down to the next chapter', () => {
    const book = [
      'Chapter 1 Work\nHours are long.\nChapter 2 Travel',
      'Section 1 Trains\nBook early.',
      'Chapter 3\nEnd.',
    ]
    expect(linesAt(book, chapter('2'))).toEqual([
      [1, 'Chapter 2 Travel'],
      [2, 'Section 1 Trains', 'Book early.'],
    ])
  })

  test('is a chapter whose heading has its number alone, with the sections below it', () => {
    const book = ['1 Work\nHours are long.\n2. Travel\n2.1 Trains\nBook early.\n3 Pay\nEnd.']
    expect(linesAt(book, chapter('2'))).toEqual([[1, '2. Travel', '2.1 Trains', 'Book early.']])
    expect(linesAt(book, section('2.1'))).toEqual([[1, '2.1 Trains', 'Book early.']])
  })

  test('is not an entry of the table of contents', () => {
    const book = [
      'Chapter 1 Work\nChapter 2 Travel\nPreface\nRead this.',
      'Chapter 1 Work\nHours.\nChapter 2 Travel\nA.\nB.\nC.',
    ]
    expect(linesAt(book, chapter('2'))).toEqual([[2, 'Chapter 2 Travel', 'A.', 'B.', 'C.']])
  })

  test('is a Japanese chapter or article, its number in figures or kanji, but no sentence that refers to it', () => {
    const rules = [
      '第一章 総則\n第１条（目的）\n目的を定める。\n第２条 社員は、次のとおりとする。\n第1条の目的による。\n第二章 服務\n守る。',
    ]
    expect(linesAt(rules, article('1'))).toEqual([[1, '第１条（目的）', '目的を定める。']])
    expect(linesAt(rules, article('2'))).toEqual([[1, '第２条 社員は、次のとおりとする。', '第1条の目的による。']])
    expect(linesAt(rules, chapter('2'))).toEqual([[1, '第二章 服務', '守る。']])
  })
})

describe('an answer about places', () => {
  const file = (file_name: string, ...pages: string[]): Text => ({ file_id: 1, file_name, pages: pagesOf(...pages) })
  const told = (places: Place[], texts: Text[]) => {
    const compose = (chosen: Text[]) => composeSummary(chosen, 'en')
    return composePlaces({ names: ['page 2'], places }, texts, { language: 'en', compose })?.pieces.join('')
  }
  const long = file('long.pdf', 'The first page tells of herons.', 'The second page tells of otters.')
  const short = file('short.pdf', 'The only page tells of cranes.')

  test('quotes what stands there, and names the files that have no such place', () => {
    const text = told([{ from: 2, to: 2 }], [long, short])
    expect(text).toContain('Only “page 2” was looked at.')
    expect(text).toContain('- The second page tells of otters. [:&1]')
    expect(text).toContain('**short.pdf**\n\nThis file has no “page 2”.')
    expect(text).not.toMatch(/herons|cranes/)
  })

  test('says that no file has the page', () => {
    const text = told([{ from: 9, to: 9 }], [long])
    expect(text).toContain('This file has no “page 2”.')
    expect(text).not.toContain('was looked at')
  })

  test('tells a file without text from one without the page', () => {
    expect(told([{ from: 2, to: 2 }], [long, file('scan.png')])).toContain(
      '**scan.png**\n\nThis file has no text that could be quoted.',
    )
  })

  test('leaves a section that no heading has the number of to a search for its words', () => {
    expect(told([chapter('7')], [long])).toBeUndefined()
  })
})
