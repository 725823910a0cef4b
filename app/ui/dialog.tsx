import type { ReactNode } from 'react'
import { lazyPopup } from './lazy-popup.tsx'

export interface DialogProps {
  open: boolean
  onClose: () => void
  title: string
  /** 600 px wide, or 400 for a form (spec, section 2, 'Shared table behaviour'). */
  width?: 'wide' | 'form'
  /** The focus begins in its first field, except on touch screens, where a keyboard would cover it. */
  startsInField?: boolean
  children: ReactNode
  /** The buttons at its end. */
  actions?: ReactNode
}

/** A modal dialog: Escape and a click outside close it, and the focus goes back to where it was. */
export const Dialog = lazyPopup<DialogProps>(() => import('./dialog-popup.tsx'))
