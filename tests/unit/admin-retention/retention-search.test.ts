import { expect, test } from 'vitest'
import { retentionSearch } from '~/web/admin/retention/retention-search.ts'

test('the address of retention is a page of the holds, or the periods, which have no pages', () => {
  expect(retentionSearch({ tab: 'holds', page: 3 })).toEqual({ tab: 'holds', page: 3 })
  expect(retentionSearch({ page: 3 })).toEqual({ tab: undefined, page: undefined })
})

test.each([{ tab: 'others' }, { tab: {} }, { tab: ['holds'], page: 2 }])(
  'an address of %j is that of the periods',
  (search) => {
    expect(retentionSearch(search)).toEqual({ tab: undefined, page: undefined })
  },
)
