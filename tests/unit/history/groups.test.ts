import { afterEach, describe, expect, test } from 'vitest'
import type { Conversation } from '~/contract/conversations.ts'
import { daysAround } from '~/web/chat/history/days.ts'
import { groupConversations } from '~/web/chat/history/groups.ts'

const zone = process.env.TZ
afterEach(() => {
  if (zone === undefined) delete process.env.TZ
  else process.env.TZ = zone
})

const conversation = (id: number, updated_at: string, favorite = false): Conversation => ({
  id,
  title: `Talk ${id}`,
  pipeline: 'auto_ai',
  favorite,
  created_at: '2020-01-01T00:00:00.000Z',
  updated_at,
})

/** The group's name for each of these times, as somebody in `timeZone` sees it at `now`. */
function groupsOf(times: string[], timeZone: string, now: string) {
  process.env.TZ = timeZone
  const conversations = times.map((time, index) => conversation(index, time))
  const names = new Map(
    groupConversations(conversations, daysAround(new Date(now))).flatMap(({ name, conversations }) =>
      conversations.map(({ id }) => [id, name] as const),
    ),
  )
  return times.map((_, index) => names.get(index))
}

describe('a conversation', () => {
  test('belongs to the day it was last spoken in, by the calendar of the browser’s time zone', () => {
    // 00:30 on 21 November in Tokyo, and still the 20th in London.
    const now = '2026-11-20T15:30:00.000Z'
    const times = [
      '2026-11-20T15:00:00.000Z',
      '2026-11-20T14:59:59.999Z',
      '2026-11-19T15:00:00.000Z',
      '2026-11-19T14:59:59.999Z',
    ]
    expect(groupsOf(times, 'Asia/Tokyo', now)).toEqual(['today', 'yesterday', 'yesterday', 'last_week'])
    expect(groupsOf(times, 'Europe/London', now)).toEqual(['today', 'today', 'yesterday', 'yesterday'])
  })

  test('is of the last week up to 7 days, of the last month up to 30, else one of the others', () => {
    const now = '2026-11-21T12:00:00.000Z'
    const daysAgo = (days: number) => new Date(Date.parse('2026-11-21T00:00:00.000Z') - days * 86_400_000)
    const times = [0, 1, 2, 7, 8, 30, 31, 400].map((days) => daysAgo(days).toISOString())
    expect(groupsOf(times, 'UTC', now)).toEqual([
      'today',
      'yesterday',
      'last_week',
      'last_week',
      'last_month',
      'last_month',
      'others',
      'others',
    ])
  })

  test('keeps its day over the change to summer time, when a day has 23 hours, and over the new year', () => {
    // New York, 9 March 2026: the day before began at 05:00 UTC, this one at 04:00.
    const spring = [
      '2026-03-09T04:00:00.000Z',
      '2026-03-09T03:59:59.999Z',
      '2026-03-08T05:00:00.000Z',
      '2026-03-08T04:59:59.999Z',
    ]
    expect(groupsOf(spring, 'America/New_York', '2026-03-09T12:00:00.000Z')).toEqual([
      'today',
      'yesterday',
      'yesterday',
      'last_week',
    ])
    expect(
      groupsOf(['2025-12-31T23:59:59.999Z', '2025-12-25T00:00:00.000Z'], 'UTC', '2026-01-01T00:00:00.000Z'),
    ).toEqual(['yesterday', 'last_week'])
  })

  test('of the future, by a clock that is late, is of today', () => {
    expect(groupsOf(['2026-11-22T01:00:00.000Z'], 'UTC', '2026-11-21T12:00:00.000Z')).toEqual(['today'])
  })
})

test('favorites come first whatever their age; groups without any are left out; the order within is kept', () => {
  const days = daysAround(new Date('2026-11-21T12:00:00.000Z'), 'UTC')
  const groups = groupConversations(
    [
      conversation(5, '2026-11-21T11:00:00.000Z'),
      conversation(4, '2026-11-21T10:00:00.000Z', true),
      conversation(3, '2026-11-21T09:00:00.000Z'),
      conversation(2, '2026-10-30T09:00:00.000Z'),
      conversation(1, '2020-01-01T09:00:00.000Z', true),
    ],
    days,
  )
  expect(groups.map(({ name, conversations }) => [name, conversations.map(({ id }) => id)])).toEqual([
    ['favorites', [4, 1]],
    ['today', [5, 3]],
    ['last_month', [2]],
  ])
})
