import { Ellipsis, Pencil, Star, Trash2 } from 'lucide-react'
import type { Conversation } from '~/contract/conversations.ts'
import { m } from '~/paraglide/messages'
import { IconButton } from '~/ui/button.tsx'
import { classes } from '~/ui/classes.ts'
import { Menu } from '~/ui/menu/menu.tsx'

/** What can be done with a conversation. */
export interface RowActions {
  onFavorite: (conversation: Conversation) => void
  onRename: (conversation: Conversation) => void
  onDelete: (conversation: Conversation) => void
}

interface RowActionsProps {
  conversation: Conversation
  actions: RowActions
  tabIndex: 0 | -1
}

const button = 'size-7! rounded-sm bg-sunken! hover:bg-line! [&_svg]:size-4!'

/** The actions as buttons, which show while the row has the pointer or the focus. */
export const RowButtons = ({ conversation, actions, tabIndex }: RowActionsProps) => (
  <span className="absolute inset-y-0 right-1 flex items-center opacity-0 group-hover/row:opacity-100 group-has-focus-visible/row:opacity-100">
    <IconButton
      label={m.history_favorite()}
      pressed={conversation.favorite}
      tabIndex={tabIndex}
      onClick={() => actions.onFavorite(conversation)}
      className={classes(button, conversation.favorite && '[&_svg]:fill-current')}
    >
      <Star aria-hidden />
    </IconButton>
    <IconButton
      label={m.history_rename()}
      tabIndex={tabIndex}
      onClick={() => actions.onRename(conversation)}
      className={button}
    >
      <Pencil aria-hidden />
    </IconButton>
    <IconButton
      label={m.delete()}
      tabIndex={tabIndex}
      onClick={() => actions.onDelete(conversation)}
      className={classes(button, 'hover:text-danger!')}
    >
      <Trash2 aria-hidden />
    </IconButton>
  </span>
)

/** The same as a menu, where there is no pointer that could hover. */
export const RowMenu = ({ conversation, actions, tabIndex }: RowActionsProps) => (
  <Menu
    label={m.history_more({ title: conversation.title })}
    tabIndex={tabIndex}
    groups={[
      [
        {
          label: m.history_favorite(),
          icon: <Star aria-hidden />,
          checked: conversation.favorite,
          onSelect: () => actions.onFavorite(conversation),
        },
        { label: m.history_rename(), icon: <Pencil aria-hidden />, onSelect: () => actions.onRename(conversation) },
        { label: m.delete(), icon: <Trash2 aria-hidden />, onSelect: () => actions.onDelete(conversation) },
      ],
    ]}
    className="absolute inset-y-0 right-0 grid w-11 place-items-center rounded-md text-muted [&_svg]:size-4"
  >
    <Ellipsis aria-hidden />
  </Menu>
)
