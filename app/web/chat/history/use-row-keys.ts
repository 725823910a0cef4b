import { type FocusEvent, type KeyboardEvent, type RefObject, useMemo, useState } from 'react'
import { flushSync } from 'react-dom'
import { conversationAt, countRows, nearestRow, type PlacedGroup, rowOf } from './rows.ts'

interface RowKeysOptions {
  scroller: RefObject<HTMLElement | null>
  /** The conversation that is shown: where the Tab key enters the list first. */
  open: number | null
  /** Pixels of a row. */
  height: number
}

/**
 * Moves through the list by keys: the Tab key reaches one row and its actions, the arrows, Page Up and Down, Home and End
 * lead to another. That row is drawn even out of view, so that the focus is never lost.
 */
export function useRowKeys(groups: readonly PlacedGroup[], { scroller, open, height }: RowKeysOptions) {
  const [focused, setFocused] = useState<number | null>(null)
  const current = useMemo(
    () => [focused, open].map((id) => rowOf(groups, id)).find((row) => row !== -1) ?? 1,
    [groups, focused, open],
  )

  const withCurrent = (rows: number[]) => {
    if (current >= countRows(groups) || rows.includes(current)) return rows
    return current < (rows[0] ?? 0) ? [current, ...rows] : [...rows, current]
  }

  const focusRow = (row: number) => {
    const conversation = conversationAt(groups, row)
    if (!conversation) return
    flushSync(() => setFocused(conversation.id))
    const link = scroller.current?.querySelector<HTMLElement>(`[data-conversation="${conversation.id}"] a`)
    link?.focus({ preventScroll: true })
    link?.scrollIntoView({ block: 'nearest' })
  }

  const onKeyDown = (event: KeyboardEvent) => {
    const id = idOf(event.target)
    if (id === null || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return
    const target = rowFor(event.key, rowOf(groups, id))
    if (target === undefined) return
    event.preventDefault()
    focusRow(target)
  }

  const rowFor = (key: string, row: number) => {
    const page = Math.max(1, Math.floor((scroller.current?.clientHeight ?? 0) / height) - 2)
    if (key === 'ArrowDown') return nearestRow(groups, row + 1, 1)
    if (key === 'ArrowUp') return nearestRow(groups, row - 1, -1)
    if (key === 'PageDown') return nearestRow(groups, row + page, 1)
    if (key === 'PageUp') return nearestRow(groups, row - page, -1)
    if (key === 'Home') return nearestRow(groups, 1, 1)
    return key === 'End' ? nearestRow(groups, countRows(groups) - 1, -1) : undefined
  }

  const onFocus = (event: FocusEvent) => {
    const id = idOf(event.target)
    if (id !== null) setFocused(id)
  }

  return { current, withCurrent, focusRow, onKeyDown, onFocus }
}

function idOf(target: EventTarget) {
  const row = target instanceof Element ? target.closest<HTMLElement>('[data-conversation]') : null
  return row ? Number(row.dataset.conversation) : null
}
