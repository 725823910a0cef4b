import { lazyPopup } from '../lazy-popup.tsx'
import type { DialogProps } from './dialog-popup.tsx'

/** A modal dialog: Escape and a click outside close it, and the focus goes back to where it was. */
export const Dialog = lazyPopup<DialogProps>(() => import('./dialog-popup.tsx'))
