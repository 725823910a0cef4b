import { describe, expect, test } from 'vitest'
import { isImageOnly, withoutMarkers } from '~/web/chat/messages/copy-answer.ts'
import { beginningOf } from '~/web/chat/messages/long-text.tsx'
import { formatTime } from '~/web/chat/messages/message-time.tsx'

describe('copying an answer', () => {
  test('leaves out the markers of its sources and the blank before them, and keeps those that mean nothing', () => {
    expect(withoutMarkers('300 yen [:&1][:&2], since 2020[:&9].', [{ id: 1 }, { id: 2 }])).toBe(
      '300 yen, since 2020[:&9].',
    )
  })

  test('is refused for images alone, in the text or as files', () => {
    const image = { id: 1, name: 'a.png', mime_type: 'image/png', size: 1 }
    const sheet = { id: 2, name: 'a.csv', mime_type: 'text/csv', size: 1 }
    expect(isImageOnly({ text: '![a](/files/1)\n\n![b](/files/2) ', attachments: [] })).toBe(true)
    expect(isImageOnly({ text: '', attachments: [image] })).toBe(true)
    expect(isImageOnly({ text: 'Here: ![a](/files/1)', attachments: [image] })).toBe(false)
    expect(isImageOnly({ text: '', attachments: [sheet] })).toBe(false)
    expect(isImageOnly({ text: '', attachments: [] })).toBe(false)
  })
})

describe('a question', () => {
  test('of usual length is shown whole', () => {
    expect(beginningOf('Short')).toBeNull()
    expect(beginningOf('x'.repeat(1200))).toBeNull()
    expect(beginningOf('line\n'.repeat(11))).toBeNull()
  })

  test('that is long shows its beginning: 1,200 units or 12 lines', () => {
    expect(beginningOf('x'.repeat(160_000))).toHaveLength(1200)
    expect(beginningOf('line\n'.repeat(5000))?.split('\n')).toHaveLength(12)
  })

  test('is never cut within a character', () => {
    expect(beginningOf('x'.repeat(1199) + '𠮷'.repeat(100))).toBe('x'.repeat(1199))
  })
})

describe('the time of a message', () => {
  const now = new Date('2026-11-21T10:00:00Z')

  test('is the time alone today, as the reader’s time zone has it', () => {
    expect(formatTime('2026-11-21T05:03:00Z', 'en', now, 'Asia/Tokyo')).toBe('14:03')
    expect(formatTime('2026-11-20T15:30:00Z', 'ja', now, 'Asia/Tokyo')).toBe('00:30')
  })

  test('has the date on other days, in the form of the language', () => {
    expect(formatTime('2026-11-20T05:03:00Z', 'en', now, 'Asia/Tokyo')).toBe('2026-11-20 14:03')
    expect(formatTime('2026-11-20T05:03:00Z', 'ja', now, 'Asia/Tokyo')).toBe('2026年11月20日 14:03')
  })
})
