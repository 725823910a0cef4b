import { Menu } from '@base-ui/react/menu'
import { Pencil, Star, Trash2 } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Conversation } from '~/contract/conversations.ts'
import { m } from '~/paraglide/messages'
import { classes } from '~/ui/classes.ts'
import type { RowActions } from './row-actions.tsx'

export interface RowMenuProps {
  open: boolean
  conversation: Conversation | undefined
  /** The button that opened it. */
  anchor: Element | null
  actions: RowActions
  onClose: () => void
}

/** The actions of a conversation as a menu. */
export default function RowMenu({ open, conversation, anchor, actions, onClose }: RowMenuProps) {
  const act = (action: (conversation: Conversation) => void) => conversation && action(conversation)
  return (
    <Menu.Root open={open} onOpenChange={(next) => !next && onClose()}>
      <Menu.Portal>
        <Menu.Positioner anchor={anchor} align="end" sideOffset={2} className="z-40">
          <Menu.Popup
            // The field of a rename has the focus already, and the menu leaves it there.
            finalFocus={() => (anchor?.isConnected && anchor instanceof HTMLElement ? anchor : false)}
            className="min-w-48 rounded-md border border-line bg-raised p-1.5 shadow-overlay outline-none"
          >
            <Menu.CheckboxItem
              checked={conversation?.favorite ?? false}
              closeOnClick
              onClick={() => act(actions.onFavorite)}
              className={classes(item, conversation?.favorite && '[&_svg]:fill-current [&_svg]:text-accent-text')}
            >
              <Star aria-hidden />
              {m.history_favorite()}
            </Menu.CheckboxItem>
            <Item icon={<Pencil aria-hidden />} onClick={() => act(actions.onRename)}>
              {m.history_rename()}
            </Item>
            <Item icon={<Trash2 aria-hidden />} onClick={() => act(actions.onDelete)}>
              {m.delete()}
            </Item>
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  )
}

const item =
  'flex h-11 cursor-pointer items-center gap-3 rounded-sm px-3 text-sm outline-none select-none data-highlighted:bg-sunken [&_svg]:size-4 [&_svg]:text-muted'

const Item = ({ icon, onClick, children }: { icon: ReactNode; onClick: () => void; children: ReactNode }) => (
  <Menu.Item onClick={onClick} className={item}>
    {icon}
    {children}
  </Menu.Item>
)
