import type { Conversation } from '~/contract/conversations.ts'
import type { Group } from './groups.ts'

/** A group with the row of its heading; the rows of its conversations follow. */
export interface PlacedGroup extends Group {
  row: number
}

/** The groups below each other. All rows have the same height. */
export function placeGroups(groups: readonly Group[]): PlacedGroup[] {
  let row = 0
  return groups.map((group) => {
    const placed = { ...group, row }
    row += 1 + group.conversations.length
    return placed
  })
}

/** How many rows there are. */
export const countRows = (groups: readonly PlacedGroup[]) => {
  const last = groups.at(-1)
  return last ? last.row + 1 + last.conversations.length : 0
}

/** The conversation of a row; undefined for a heading. */
export function conversationAt(groups: readonly PlacedGroup[], row: number): Conversation | undefined {
  const group = groups.findLast((group) => group.row <= row)
  return group?.conversations[row - group.row - 1]
}

/** The row of a conversation; -1 where it is not listed. */
export function rowOf(groups: readonly PlacedGroup[], id: number | null): number {
  for (const { row, conversations } of groups) {
    const position = conversations.findIndex((conversation) => conversation.id === id)
    if (position !== -1) return row + 1 + position
  }
  return -1
}

/** The nearest row with a conversation, `from` itself or after it in the direction; otherwise the nearest in the other direction. */
export function nearestRow(groups: readonly PlacedGroup[], from: number, direction: 1 | -1): number {
  const last = countRows(groups) - 1
  const row = Math.min(Math.max(from, 1), last)
  if (conversationAt(groups, row)) return row
  return row + direction < 1 ? row + 1 : row + direction
}
