import { expect, test } from 'vitest'
import { type Order, readOrder, readProgress } from '~/viewer/recognition/protocol.ts'

const frame = {} as MessageEventSource
const stranger = {} as MessageEventSource
const order: Order = {
  type: 'recognise',
  source: { kind: 'pdf', url: '/v1/files/7/bytes?signature=abc' },
  languages: ['jpn', 'eng'],
  mostPages: 30,
}

test('the frame takes a well-formed order of the page around it, and of nobody else', () => {
  expect(readOrder({ source: frame, data: order }, frame)).toEqual(order)
  expect(readOrder({ source: stranger, data: order }, frame)).toBeNull()
})

test.each([
  ['an address that is none', { ...order, source: { kind: 'pdf', url: 'javascript:alert(1)' } }],
  ['another kind of file', { ...order, source: { kind: 'html', url: '/x' } }],
  ['a language that is not there', { ...order, languages: ['deu'] }],
  ['no language', { ...order, languages: [] }],
])('the frame refuses %s', (_, data) => {
  expect(readOrder({ source: frame, data }, frame)).toBeNull()
})

test.each([
  { type: 'ready' },
  { type: 'reading', page: 2, pages: 3 },
  { type: 'read', pages: [{ page: 1, text: 'Exit' }] },
  { type: 'failed', reason: 'too_long' },
  { type: 'failed', reason: 'damaged' },
])('the page takes $type from its frame, and from nobody else', (data) => {
  expect(readProgress({ source: frame, data }, frame)).toEqual(data)
  expect(readProgress({ source: stranger, data }, frame)).toBeNull()
  expect(readProgress({ source: null, data }, null)).toBeNull()
})

test('the page refuses pages without text and reasons that are none', () => {
  expect(readProgress({ source: frame, data: { type: 'read', pages: [{ page: 1 }] } }, frame)).toBeNull()
  expect(readProgress({ source: frame, data: { type: 'failed', reason: '<b>' } }, frame)).toBeNull()
})
