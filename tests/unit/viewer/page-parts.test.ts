import { describe, expect, it } from 'vitest'
import { partsOf } from '~/viewer/page-parts.ts'

describe('the text of a page', () => {
  it('of prose alone keeps its lines', () => {
    expect(partsOf('One line.\n\nAnother.\n')).toEqual([{ kind: 'text', text: 'One line.\n\nAnother.' }])
  })

  it('is a table where lines have tabs, with as many cells in each row as the widest has', () => {
    expect(partsOf('売上\n月\t金額\n4月\t100\t暫定\n5月\n注記\nA\tB')).toEqual([
      { kind: 'text', text: '売上' },
      {
        kind: 'table',
        rows: [
          ['月', '金額', ''],
          ['4月', '100', '暫定'],
        ],
      },
      { kind: 'text', text: '5月\n注記' },
      { kind: 'table', rows: [['A', 'B']] },
    ])
  })

  it('keeps cells that are empty at a row’s ends', () => {
    expect(partsOf('\tQ1\tQ2\nNorth\t\t7')).toEqual([
      {
        kind: 'table',
        rows: [
          ['', 'Q1', 'Q2'],
          ['North', '', '7'],
        ],
      },
    ])
  })
})
