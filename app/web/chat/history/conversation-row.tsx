import { Link } from '@tanstack/react-router'
import { memo } from 'react'
import type { Conversation } from '~/contract/conversations.ts'
import { classes } from '~/ui/classes.ts'
import { RenameField } from './rename-field.tsx'
import { type RowActions, RowButtons, RowMenu } from './row-actions.tsx'
import { RowMark } from './row-mark.tsx'

interface ConversationRowProps {
  conversation: Conversation
  /** Where it stands in its group, from 1, and how many there are; -1 while that is not known. */
  position: number
  of: number
  /** Pixels below the beginning of its group, and in height. */
  top: number
  height: number
  /** The one row that the Tab key reaches. */
  current: boolean
  renaming: boolean
  /** There is no pointer that could hover. */
  touch: boolean
  actions: RowActions & {
    onRenamed: (conversation: Conversation, title: string) => void
    onRenameCancelled: () => void
  }
  onNavigate: (() => void) | undefined
}

/** A conversation of the list: a link, and what can be done with it. */
export const ConversationRow = memo(function ConversationRow({
  conversation,
  position,
  of,
  top,
  height,
  current,
  renaming,
  touch,
  actions,
  onNavigate,
}: ConversationRowProps) {
  const { id, title } = conversation
  const tabIndex = current ? 0 : -1
  return (
    <li
      data-conversation={id}
      aria-setsize={of}
      aria-posinset={position}
      style={{ top, height }}
      className="group/row absolute inset-x-0"
    >
      {renaming ? (
        <RenameField
          title={title}
          onSave={(next) => actions.onRenamed(conversation, next)}
          onCancel={actions.onRenameCancelled}
        />
      ) : (
        <>
          <Link
            to="/chat/{-$conversationId}"
            params={{ conversationId: String(id) }}
            onClick={onNavigate}
            tabIndex={tabIndex}
            title={title}
            className={classes(
              'flex h-full items-center gap-2 rounded-md pl-3 text-sm text-muted group-hover/row:bg-sunken group-hover/row:text-ink focus-visible:-outline-offset-2 data-[status=active]:bg-sunken data-[status=active]:text-ink',
              touch ? 'pr-11' : 'pr-3 group-hover/row:pr-24 group-has-focus-visible/row:pr-24',
            )}
          >
            <span className="truncate">{title}</span>
            <RowMark conversation={conversation} />
          </Link>
          {touch ? (
            <RowMenu conversation={conversation} actions={actions} tabIndex={tabIndex} />
          ) : (
            <RowButtons conversation={conversation} actions={actions} tabIndex={tabIndex} />
          )}
        </>
      )}
    </li>
  )
})
