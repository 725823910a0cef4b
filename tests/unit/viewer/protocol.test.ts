import { describe, expect, it } from 'vitest'
import { readReport, readShow, type Show } from '~/viewer/protocol.ts'

const parent = {} as MessageEventSource
const stranger = {} as MessageEventSource
const show: Show = {
  type: 'show',
  source: { kind: 'pdf', url: 'https://files.example/1?signature=abc' },
  name: 'policy.pdf',
  page: 3,
  excerpt: 'thirty days',
  language: 'en',
  theme: 'system',
}

describe('what the viewer accepts', () => {
  it('takes a well-formed message of its parent', () => {
    expect(readShow({ source: parent, data: show }, parent)).toEqual(show)
  })

  it('takes nothing from another window', () => {
    expect(readShow({ source: stranger, data: show }, parent)).toBeNull()
    expect(readShow({ source: null, data: show }, parent)).toBeNull()
  })

  it.each([
    'javascript:alert(1)',
    'data:text/html,x',
    'file:///etc/passwd',
    '//evil.example/x',
    '/\\evil.example/x',
    '/\t/evil.example/x',
    '/\n\\evil.example/x',
    '/\r/evil.example/x',
    'https://',
    '',
  ])('refuses the address %j', (url) => {
    expect(readShow({ source: parent, data: { ...show, source: { kind: 'pdf', url } } }, parent)).toBeNull()
  })

  it('takes a path of this site as an address', () => {
    const local = { ...show, source: { kind: 'table', url: '/v1/files/7/bytes?signature=abc' } }
    expect(readShow({ source: parent, data: local }, parent)).toEqual(local)
  })

  it.each([
    ['page 0', { ...show, page: 0 }],
    ['half a page', { ...show, page: 1.5 }],
    ['an unknown kind', { ...show, source: { kind: 'html', url: '/x' } }],
    ['an unknown language', { ...show, language: 'fr' }],
    ['pages without text', { ...show, source: { kind: 'pages', pages: [{ page: 1 }] } }],
    ['another type', { ...show, type: 'hide' }],
    ['a string', 'show'],
    ['nothing', undefined],
  ])('refuses %s', (_, data) => {
    expect(readShow({ source: parent, data }, parent)).toBeNull()
  })
})

describe('what the embedding page accepts', () => {
  it.each([
    { type: 'ready' },
    { type: 'shown', pages: 12 },
    { type: 'page', page: 3 },
    { type: 'failed', reason: 'encrypted' },
    { type: 'close' },
  ])('takes $type from its frame', (report) => {
    expect(readReport({ source: parent, data: report }, parent)).toEqual(report)
  })

  it('takes nothing from another window, nor before there is a frame', () => {
    expect(readReport({ source: stranger, data: { type: 'close' } }, parent)).toBeNull()
    expect(readReport({ source: null, data: { type: 'close' } }, null)).toBeNull()
  })

  it('refuses reasons and page numbers that are none', () => {
    expect(readReport({ source: parent, data: { type: 'failed', reason: '<b>' } }, parent)).toBeNull()
    expect(readReport({ source: parent, data: { type: 'page', page: '3' } }, parent)).toBeNull()
  })
})
