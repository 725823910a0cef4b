import { describe, expect, it } from 'vitest'
import { parseTable } from '~/viewer/table.ts'

describe('reading a table', () => {
  it('takes the first row as the header', () => {
    expect(parseTable('name,amount\nrent,900\nfood,310\n', true, 10)).toEqual({
      header: ['name', 'amount'],
      rows: [
        ['rent', '900'],
        ['food', '310'],
      ],
      cut: false,
    })
  })

  it('reads quoted cells with commas, quotes and line ends in them', () => {
    expect(parseTable('a,b\n"x, ""y""","1\n2"', true, 10).rows).toEqual([['x, "y"', '1\n2']])
  })

  it.each(['\t', ';', '|'])('reads cells parted by %j', (delimiter) => {
    const text = ['部門', '金額'].join(delimiter) + '\r\n' + ['営業', '1,200'].join(delimiter)
    expect(parseTable(text, true, 10)).toEqual({ header: ['部門', '金額'], rows: [['営業', '1,200']], cut: false })
  })

  it('fills short rows and widens the header to the longest row', () => {
    expect(parseTable('a,b\n1\n1,2,3', true, 10)).toEqual({
      header: ['a', 'b', ''],
      rows: [
        ['1', '', ''],
        ['1', '2', '3'],
      ],
      cut: false,
    })
  })

  it('leaves empty lines out', () => {
    expect(parseTable('a,b\n\n1,2\n , \n', true, 10).rows).toEqual([['1', '2']])
  })

  it('shows as many rows as the limit and says that there are more', () => {
    expect(parseTable('n\n1\n2\n3', true, 2)).toEqual({ header: ['n'], rows: [['1'], ['2']], cut: true })
    expect(parseTable('n\n1\n2', true, 2).cut).toBe(false)
  })

  it('leaves out the last row of a text that was cut', () => {
    expect(parseTable('n,m\n1,2\n3', false, 10)).toEqual({ header: ['n', 'm'], rows: [['1', '2']], cut: true })
  })

  it('gives an empty table for an empty text', () => {
    expect(parseTable('', true, 10)).toEqual({ header: [], rows: [], cut: false })
  })
})
