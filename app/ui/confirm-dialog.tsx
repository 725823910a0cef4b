import { lazyPopup } from './lazy-popup.tsx'

export interface ConfirmDialogProps {
  open: boolean
  title: string
  text: string
  /** Runs on 'Yes'; the dialog stays, busy, until it is through, and if it fails. */
  onConfirm: () => Promise<void>
  /** What went wrong, in words; without it only that something did. */
  describeError?: (error: unknown) => string
  onClose: () => void
}

/** Asks before something is lost: Yes or Cancel. */
export const ConfirmDialog = lazyPopup<ConfirmDialogProps>(() => import('./confirm-dialog-popup.tsx'))
