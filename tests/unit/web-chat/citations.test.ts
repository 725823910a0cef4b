import { describe, expect, test } from 'vitest'
import type { Reference } from '~/contract/chat.ts'
import { citationsOf, pieces, usedReferences, withoutHalfMarker } from '~/web/chat/answer-text/citations.ts'

const file = (id: number, file_id: number, page_number: number): Reference => ({
  id,
  type: 'document',
  name: `${file_id}.pdf`,
  file_id,
  page_number,
})
const web = (id: number, url: string): Reference => ({ id, type: 'web', name: url, url })

describe('citations', () => {
  test('sources are numbered in the order in which the text cites them', () => {
    const { numberOf } = citationsOf('A [:&2], then B [:&1].', [file(1, 10, 1), file(2, 11, 1)])
    expect([...numberOf]).toEqual([
      [1, 2],
      [2, 1],
    ])
  })

  test('the same page of the same file, and the same web address, share one number', () => {
    const { sources, numberOf } = citationsOf('[:&1][:&2][:&3][:&4]', [
      file(1, 10, 3),
      file(2, 10, 3),
      web(3, 'https://a.example'),
      web(4, 'https://a.example'),
    ])
    expect(sources).toHaveLength(2)
    expect(numberOf.get(2)).toBe(1)
    expect(numberOf.get(4)).toBe(2)
  })

  test('two pages of one file are two sources', () => {
    expect(citationsOf('', [file(1, 10, 3), file(2, 10, 4)]).sources).toHaveLength(2)
  })

  test('sources that the text does not cite come after those that it cites', () => {
    const { sources } = citationsOf('only [:&3]', [file(1, 10, 1), file(2, 11, 1), file(3, 12, 1)])
    expect(sources.map(({ reference }) => reference.id)).toEqual([3, 1, 2])
  })

  test.each(['failed', 'stopped'] as const)('an answer that %s rests on what its text so far cites alone', (status) => {
    const references = [file(1, 10, 1), file(2, 11, 1)]
    expect(usedReferences('', references, status)).toEqual([])
    expect(usedReferences('So far [:&2]', references, status)).toEqual([references[1]])
    expect(usedReferences('', references, 'done')).toEqual(references)
  })

  test('neighbouring citations of one source become one, also across a space', () => {
    const citations = citationsOf('x', [file(1, 10, 3), file(2, 10, 3)])
    expect(pieces('Fact [:&1] [:&2][:&1].', citations)).toEqual([
      { text: 'Fact ' },
      { citation: 1, id: 1 },
      { text: '.' },
    ])
  })

  test('a marker that no reference explains stays as it is', () => {
    expect(pieces('See [:&9].', citationsOf('', [file(1, 10, 1)]))).toEqual([{ text: 'See [:&9].' }])
  })

  test.each(['text [', 'text [:', 'text [:&', 'text [:&1'])(
    'a marker that has only half arrived is held back: %s',
    (text) => {
      expect(withoutHalfMarker(text)).toBe('text ')
    },
  )
})
