import { expect, test } from 'vitest'
import { shownAddress, siteAddress } from '~/web/admin/webpages/site-address.ts'
import { webpagesSearch } from '~/web/admin/webpages/webpages-search.ts'

test('an address names the page and the search; what it does not say well is the default', () => {
  expect(webpagesSearch({ page: 3, name: ' 有給 ' })).toEqual({ page: 3, name: '有給' })
  expect(webpagesSearch({ name: 2026 })).toEqual({ page: undefined, name: '2026' })
  for (const page of [1, 0, -2, 1.5, '2', 1e9, null]) expect(webpagesSearch({ page }).page).toBeUndefined()
  for (const name of ['', '  ', {}, ['a'], null]) expect(webpagesSearch({ name }).name).toBeUndefined()
})

test.each([
  ['example.com', 'https://example.com/'],
  [' http://Example.com/docs ', 'http://example.com/docs'],
  ['localhost:3000', 'https://localhost:3000/'],
  ['https://', undefined],
  ['ftp://example.com', undefined],
  ['example', undefined],
  ['', undefined],
])('the site written as %j is %j', (text, address) => expect(siteAddress(text)).toBe(address))

test('an address is shown in letters, where it can be', () => {
  expect(shownAddress('https://example.com/%E4%BC%91%E6%9A%87?a=%26')).toBe('example.com/休暇?a=%26')
  expect(shownAddress('http://example.com/%ff')).toBe('example.com/%ff')
})
