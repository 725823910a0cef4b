import { expect, test } from 'vitest'
import type { Conversation } from '~/contract/conversations.ts'
import type { Group, GroupName } from '~/web/chat/history/groups.ts'
import { conversationAt, countRows, nearestRow, placeGroups, rowOf } from '~/web/chat/history/rows.ts'

const group = (name: GroupName, ...ids: number[]): Group => ({
  name,
  conversations: ids.map((id) => ({ id }) as Conversation),
})

const groups = placeGroups([group('favorites', 9), group('today', 8, 7), group('others', 3, 2, 1)])

test('each group takes a row for its heading and one for each conversation', () => {
  expect(countRows(groups)).toBe(9)
  const ids = Array.from({ length: 9 }, (_, row) => conversationAt(groups, row)?.id)
  expect(ids).toEqual([undefined, 9, undefined, 8, 7, undefined, 3, 2, 1])
  expect(conversationAt(groups, 9)).toBeUndefined()
})

test('a conversation’s row is the one that shows it', () => {
  for (const id of [9, 8, 7, 3, 2, 1]) expect(conversationAt(groups, rowOf(groups, id))?.id).toBe(id)
  expect(rowOf(groups, 99)).toBe(-1)
  expect(rowOf(groups, null)).toBe(-1)
})

test('stepping passes over headings and stops at both ends', () => {
  const down = (row: number) => nearestRow(groups, row + 1, 1)
  const up = (row: number) => nearestRow(groups, row - 1, -1)
  expect([1, 3, 4, 6, 7, 8].map(down)).toEqual([3, 4, 6, 7, 8, 8])
  expect([8, 7, 6, 4, 3, 1].map(up)).toEqual([7, 6, 4, 3, 1, 1])
  expect(nearestRow(groups, 500, 1)).toBe(8)
  expect(nearestRow(groups, -500, -1)).toBe(1)
})

test('an empty list has no rows', () => {
  expect(countRows(placeGroups([]))).toBe(0)
})
