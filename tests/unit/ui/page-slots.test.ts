import { describe, expect, it } from 'vitest'
import { pageSlots } from '~/ui/table/pager.tsx'

const slots = (page: number, pages: number) => pageSlots(page, pages).join(' ').replaceAll('gap', '…')

describe("the pager's slots", () => {
  it('are all pages while there are no more than seven', () => {
    expect(slots(1, 1)).toBe('1')
    expect(slots(4, 7)).toBe('1 2 3 4 5 6 7')
  })

  it('near the start are the first five, an ellipsis and the last', () => {
    for (const page of [1, 2, 3, 4]) expect(slots(page, 20)).toBe('1 2 3 4 5 … 20')
  })

  it('near the end are the first, an ellipsis and the last five', () => {
    for (const page of [17, 18, 19, 20]) expect(slots(page, 20)).toBe('1 … 16 17 18 19 20')
  })

  it('in between are the neighbours between two ellipses', () => {
    expect(slots(5, 20)).toBe('1 … 4 5 6 … 20')
    expect(slots(16, 20)).toBe('1 … 15 16 17 … 20')
    expect(slots(4, 8)).toBe('1 2 3 4 5 … 8')
    expect(slots(5, 8)).toBe('1 … 4 5 6 7 8')
  })

  it('are never more than seven, always hold the page, and hide at least one page behind an ellipsis', () => {
    for (let pages = 1; pages <= 30; pages++) {
      for (let page = 1; page <= pages; page++) {
        const given = pageSlots(page, pages)
        expect(given.length).toBe(Math.min(7, pages))
        expect(given).toContain(page)
        given.forEach((slot, index) => {
          if (slot === 'gap') expect(Number(given[index + 1]) - Number(given[index - 1])).toBeGreaterThan(1)
          else if (index > 0 && given[index - 1] !== 'gap') expect(slot).toBe(Number(given[index - 1]) + 1)
        })
      }
    }
  })
})
