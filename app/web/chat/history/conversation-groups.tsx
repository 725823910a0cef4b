import { useNavigate } from '@tanstack/react-router'
import { useEffect, useEffectEvent, useMemo, useRef } from 'react'
import type { Conversation } from '~/contract/conversations.ts'
import { m } from '~/paraglide/messages'
import { ClearAll } from './clear-all.tsx'
import { ConversationRow } from './conversation-row.tsx'
import { DeleteDialog } from './delete-dialog.tsx'
import { GroupSection } from './group-section.tsx'
import { groupConversations } from './groups.ts'
import { type HistoryList, isComplete } from './load-history.ts'
import { conversationAt, countRows, nearestRow, type PlacedGroup, placeGroups, rowOf } from './rows.ts'
import { useDays } from './use-days.ts'
import { useRowActions } from './use-row-actions.ts'
import { useRowKeys } from './use-row-keys.ts'
import { useVisibleRows } from './use-visible-rows.ts'

interface ConversationGroupsProps {
  history: HistoryList
  /** The conversation that is shown. */
  open: number | null
  /** There is no pointer that could hover: rows are taller and have a menu. */
  touch: boolean
  onNavigate: (() => void) | undefined
}

/**
 * The conversations under their headings. Only the rows in view and some around them are drawn, however many there are;
 * the row with the focus stays wherever one scrolls.
 */
export function ConversationGroups({ history, open, touch, onNavigate }: ConversationGroupsProps) {
  const days = useDays()
  const groups = useMemo(() => placeGroups(groupConversations(history.data, days)), [history.data, days])
  const scroller = useRef<HTMLDivElement>(null)
  const height = touch ? 44 : 36
  const { actions, renaming, deleting, endDeleting } = useRowActions()
  const keys = useRowKeys(groups, { scroller, open, height })
  const navigate = useNavigate()
  const count = countRows(groups)
  const rows = keys.withCurrent(useVisibleRows(scroller, count, height))

  useFocusAfter(groups, renaming ?? deleting?.id ?? null, keys.focusRow)

  const leave = async ({ id }: Conversation) => {
    if (id === open) await navigate({ to: '/chat/{-$conversationId}', params: { conversationId: undefined } })
  }

  return (
    <>
      <div
        ref={scroller}
        role="presentation"
        onKeyDown={keys.onKeyDown}
        onFocus={keys.onFocus}
        style={{ scrollPaddingTop: height }}
        className="min-h-0 flex-1 overflow-y-auto overscroll-contain pb-2"
      >
        <div className="relative" style={{ height: count * height }}>
          {groups.map((group, index) => {
            const shown = rows.filter((row) => row >= group.row && row <= group.row + group.conversations.length)
            if (shown.length === 0) return null
            const isOpenEnded = index === groups.length - 1 && !isComplete(history)
            return (
              <GroupSection
                key={group.name}
                group={group}
                height={height}
                action={index === 0 && <ClearAll count={history.total} open={open} />}
              >
                {shown.map((row) => {
                  const conversation = conversationAt(groups, row)
                  return (
                    conversation && (
                      <ConversationRow
                        key={conversation.id}
                        conversation={conversation}
                        position={row - group.row}
                        of={isOpenEnded ? -1 : group.conversations.length}
                        top={(row - group.row) * height}
                        height={height}
                        current={row === keys.current}
                        renaming={conversation.id === renaming}
                        touch={touch}
                        actions={actions}
                        onNavigate={onNavigate}
                      />
                    )
                  )
                })}
              </GroupSection>
            )
          })}
        </div>
        {!isComplete(history) && <p className="px-3 py-2 text-xs text-muted">{m.history_loading()}</p>}
      </div>
      <DeleteDialog conversation={deleting} onDeleted={leave} onClose={endDeleting} />
    </>
  )
}

/**
 * Gives the focus to the row of a conversation when the field or the dialog that had it has gone, or to the next row where
 * the conversation has gone too. A focus that is somewhere else by then stays there.
 */
function useFocusAfter(groups: readonly PlacedGroup[], busyWith: number | null, focusRow: (row: number) => void) {
  const last = useRef(-1)
  const row = busyWith === null ? -1 : rowOf(groups, busyWith)
  useEffect(() => {
    if (row !== -1) last.current = row
  }, [row])

  const takeFocus = useEffectEvent(() => {
    if (document.activeElement === document.body && last.current !== -1) focusRow(nearestRow(groups, last.current, 1))
  })
  useEffect(() => {
    if (busyWith === null) return
    return () => void requestAnimationFrame(takeFocus)
  }, [busyWith])
}
