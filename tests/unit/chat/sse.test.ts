import { createParser } from 'eventsource-parser'
import { expect, test } from 'vitest'
import { eventBytes, lastEventId } from '~/provider/chat/sse.ts'

test('an event is its id, its name and its data on one line each', () => {
  const bytes = eventBytes([
    { id: 3, event: 'data', data: { delta: 'a' } },
    { id: 4, event: 'done', data: { entry_id: 7 } },
  ])
  expect(new TextDecoder().decode(bytes)).toBe(
    'id: 3\nevent: data\ndata: {"delta":"a"}\n\nid: 4\nevent: done\ndata: {"entry_id":7}\n\n',
  )
})

test('no text ends a line, and every text arrives as it was', () => {
  const delta = 'a\r\n\nevent: done\u2028b\u2029c\ud800\u0000'
  const text = new TextDecoder().decode(eventBytes([{ id: 1, event: 'data', data: { delta } }]))
  expect(text.match(/[\r\n\u2028\u2029]/g)).toEqual(['\n', '\n', '\n', '\n'])
  const events: { data: string }[] = []
  createParser({ onEvent: (event) => events.push(event) }).feed(text)
  expect(events.map(({ data }) => JSON.parse(data))).toEqual([{ delta }])
})

test.each([
  ['12', 12],
  ['', 0],
  ['-1', 0],
  ['1e3', 0],
  ['99999999999999999999', 0],
])('Last-Event-ID %j means %i', (value, id) => {
  expect(lastEventId(new Headers({ 'last-event-id': value }))).toBe(id)
})
