import type { ReactNode } from 'react'
import { lazyPopup } from './lazy-popup.tsx'

export interface SidePanelProps {
  open: boolean
  onClose: () => void
  title: string
  children: ReactNode
}

/** A panel with more about something, from the right; on phones it covers the page. Escape and a click outside close it. */
export const SidePanel = lazyPopup<SidePanelProps>(() => import('./side-panel-popup.tsx'))
