import type { ReactNode } from 'react'
import { lazyPopup } from '~/ui/lazy-popup.tsx'

export interface DrawerProps {
  open: boolean
  onClose: () => void
  label: string
  children: ReactNode
}

/** A panel that slides in from the left on phones. */
export const Drawer = lazyPopup<DrawerProps>(() => import('./drawer-popup.tsx'))
