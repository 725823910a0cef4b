import { Menu } from '@base-ui/react/menu'
import { Fragment, type ReactNode, type RefObject } from 'react'
import type { MenuItem } from './menu.tsx'

export interface MenuPopupProps {
  open: boolean
  /** The button that opened it; it gets the focus back. */
  anchor: RefObject<HTMLElement | null>
  groups: MenuItem[][]
  header: ReactNode
  onClose: () => void
}

/** The menu behind a button, once it is opened. */
export default function MenuPopup({ open, anchor, groups, header, onClose }: MenuPopupProps) {
  return (
    <Menu.Root open={open} onOpenChange={(next) => !next && onClose()}>
      <Menu.Portal>
        <Menu.Positioner anchor={anchor} align="end" sideOffset={6} className="z-40">
          <Menu.Popup
            finalFocus={anchor}
            className="min-w-48 rounded-md border border-line bg-raised p-1.5 shadow-overlay outline-none"
          >
            {header}
            {groups.map((items, index) => (
              <Fragment key={items[0]?.label}>
                {index > 0 && <Menu.Separator className="my-1.5 h-px bg-line" />}
                {items.map(({ label, icon, onSelect }) => (
                  <Menu.Item
                    key={label}
                    onClick={onSelect}
                    className="flex h-10 cursor-pointer items-center gap-3 rounded-sm px-3 text-sm outline-none select-none data-highlighted:bg-sunken [&_svg]:size-4 [&_svg]:text-muted"
                  >
                    {icon}
                    {label}
                  </Menu.Item>
                ))}
              </Fragment>
            ))}
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  )
}
