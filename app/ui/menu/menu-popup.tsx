import { Menu } from '@base-ui/react/menu'
import { Fragment, type ReactNode, type RefObject } from 'react'

export interface MenuItem {
  label: string
  icon: ReactNode
  /** Whether it is on, for an item that turns something on and off. */
  checked?: boolean
  onSelect: () => void
}

interface MenuPopupProps {
  open: boolean
  /** The button that opened it; it gets the focus back. */
  anchor: RefObject<HTMLElement | null>
  groups: MenuItem[][]
  header: ReactNode
  onClose: () => void
}

/** The menu of a button, once it is opened. */
export default function MenuPopup({ open, anchor, groups, header, onClose }: MenuPopupProps) {
  return (
    <Menu.Root open={open} onOpenChange={(next) => !next && onClose()}>
      <Menu.Portal>
        <Menu.Positioner anchor={anchor} align="end" sideOffset={6} className="z-40">
          <Menu.Popup
            // The button may be gone with what was chosen, and something else has the focus.
            finalFocus={() => anchor.current ?? false}
            className="min-w-48 rounded-md border border-line bg-raised p-1.5 shadow-overlay outline-none"
          >
            {header}
            {groups.map((items, index) => (
              <Fragment key={items[0]?.label}>
                {index > 0 && <Menu.Separator className="my-1.5 h-px bg-line" />}
                {items.map((each) => (
                  <Item key={each.label} {...each} />
                ))}
              </Fragment>
            ))}
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  )
}

const item =
  'flex h-10 cursor-pointer items-center gap-3 rounded-sm px-3 text-sm outline-none select-none data-highlighted:bg-sunken pointer-coarse:h-11 [&_svg]:size-4 [&_svg]:text-muted data-checked:[&_svg]:fill-current data-checked:[&_svg]:text-accent-text'

const Item = ({ label, icon, checked, onSelect }: MenuItem) =>
  checked === undefined ? (
    <Menu.Item onClick={onSelect} className={item}>
      {icon}
      {label}
    </Menu.Item>
  ) : (
    <Menu.CheckboxItem checked={checked} closeOnClick onClick={onSelect} className={item}>
      {icon}
      {label}
    </Menu.CheckboxItem>
  )
