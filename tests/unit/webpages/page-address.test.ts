import { expect, test } from 'vitest'
import { isSameSite, isWorthFollowing, pageAddress } from '~/provider/webpages/page-address.ts'

test.each([
  ['HTTPS://Example.COM:443/A#b', 'https://example.com/A'],
  ['https://example.com./', 'https://example.com/'],
  ['https://example.com/?utm_source=x&q=1&gclid=2', 'https://example.com/?q=1'],
  ['../c?d', 'https://base.example/c?d'],
  ['  /blank  ', 'https://base.example/blank'],
  ['//other.example/x', 'https://other.example/x'],
])('%s is known as %s', (address, known) => expect(pageAddress(address, 'https://base.example/a/b')).toBe(known))

test.each([
  'mailto:a@b.example',
  'javascript:void(0)',
  'ftp://a.example',
  'https://u:p@a.example/',
  `/${'x'.repeat(1000)}`,
])('%s is no address of a page', (address) => expect(pageAddress(address, 'https://base.example/')).toBeUndefined())

test.each([
  ['https://a.example/', 'http://www.a.example/x', true],
  ['https://a.example/', 'https://b.a.example/', false],
  ['https://a.example/', 'https://a.example:8443/', false],
])('%s and %s: of one site is %s', (one, other, same) => expect(isSameSite(one, other)).toBe(same))

test.each([
  ['https://a.example/report.pdf', true],
  ['https://a.example/photo.JPG', false],
  ['https://a.example/2026/11/2026', true],
  ['https://a.example/a/b/a/b/a/b', false],
])('%s: worth following is %s', (address, worth) => expect(isWorthFollowing(address)).toBe(worth))
