import { type KeyboardEvent, type ReactNode, useRef, useState } from 'react'
import { lazyPopup } from '../lazy-popup.tsx'
import type { MenuItem } from './menu-popup.tsx'

interface MenuProps {
  /** What it is a menu of; read out. */
  label: string
  /** The groups of its items, with a line between them. */
  groups: MenuItem[][]
  /** What stands above the items. */
  header?: ReactNode
  tabIndex?: 0 | -1
  /** The button's style and content. */
  className: string
  children: ReactNode
}

const MenuPopup = lazyPopup(() => import('./menu-popup.tsx'))

/** A button that opens a menu, which is loaded when someone reaches for the button. */
export function Menu({ label, groups, header, tabIndex, className, children }: MenuProps) {
  const { button, menu } = useMenuButton(label, MenuPopup.preload)
  return (
    <>
      <button {...button} tabIndex={tabIndex} className={className}>
        {children}
      </button>
      <MenuPopup {...menu} groups={groups} header={header} />
    </>
  )
}

/** The same for a menu whose items are loaded with it: what its button has, and what the menu is told. */
export function useMenuButton(label: string, preload: () => void) {
  const anchor = useRef<HTMLButtonElement>(null)
  const [open, setOpen] = useState(false)
  // A press on the button of an open menu closes it as a press outside; the click that follows must not open it again.
  const openAtPress = useRef(false)

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
    event.preventDefault()
    setOpen(true)
  }
  const onClick = () => {
    setOpen(!openAtPress.current)
    openAtPress.current = false
  }
  const button = {
    ref: anchor,
    type: 'button',
    'aria-label': label,
    'aria-haspopup': 'menu',
    'aria-expanded': open,
    onPointerEnter: preload,
    onFocus: preload,
    onPointerDown: () => {
      openAtPress.current = open
    },
    onClick,
    onKeyDown,
  } as const
  return { button, menu: { open, anchor, onClose: () => setOpen(false) } }
}

/** What a menu is told by its button. */
export type OpenMenu = ReturnType<typeof useMenuButton>['menu']
