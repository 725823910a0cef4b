import { expect, test } from 'vitest'
import { rulesOf } from '~/provider/webpages/robots.ts'

const robots = `
User-agent: *
Disallow: /
Crawl-delay: 60

User-agent: recursiveagentplatform
User-agent: other
Allow: /docs
Disallow: /docs/*.pdf$
Disallow: /%7Eprivate
Crawl-delay: 2.5
Sitemap: https://a.example/map.xml
`

test.each([
  ['https://a.example/', true],
  ['https://a.example/docs/a', true],
  ['https://a.example/docs/a.pdf', false],
  ['https://a.example/docs/a.pdf?x', true],
  ['https://a.example/%7eprivate/x', false],
  ['http://www.a.example/docs/a.pdf', false],
])('a group for us counts before that for all: %s is allowed: %s', (url, allowed) =>
  expect(rulesOf(robots).allows(url)).toBe(allowed),
)

test('the pause is what the site asks for, between one and ten seconds', () => {
  expect(rulesOf(robots).delay).toBe(2.5)
  expect(rulesOf('User-agent: *\nCrawl-delay: 60').delay).toBe(10)
  expect(rulesOf('User-agent: *\nCrawl-delay: 0.1').delay).toBe(1)
  expect(rulesOf('User-agent: *\nCrawl-delay: soon').delay).toBe(1)
  expect(rulesOf('').delay).toBe(1)
})

test('sitemaps are given wherever they stand, and an empty file allows everything', () => {
  expect(rulesOf(robots).sitemaps).toEqual(['https://a.example/map.xml'])
  expect(rulesOf('').allows('https://a.example/x')).toBe(true)
})

test('of the links of a page those that are not allowed are left out', () => {
  const urls = ['https://a.example/docs/a', 'https://a.example/docs/a.pdf']
  expect(rulesOf(robots).allowedOf(urls)).toEqual(urls.slice(0, 1))
})

test('half a megabyte of rules is not gone through for each of thousands of links', () => {
  const rules = `User-agent: *\nDisallow: /no\n${'Disallow: /*a*b*c*d$\n'.repeat(20_000)}`
  const urls = Array.from({ length: 5000 }, (_, number) => `https://a.example/no/${number}`)
  const left = rulesOf(rules).allowedOf(urls)
  expect(urls.length - left.length).toBeLessThan(20)
  expect(left).not.toContain(urls[0])
})
