import { lazyPopup } from '../lazy-popup.tsx'
import type { ConfirmDialogProps } from './confirm-dialog-popup.tsx'

/** Asks before something is lost: Yes or Cancel. */
export const ConfirmDialog = lazyPopup<ConfirmDialogProps>(() => import('./confirm-dialog-popup.tsx'))
