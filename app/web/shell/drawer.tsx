import { lazyPopup } from '~/ui/lazy-popup.tsx'
import type { DrawerProps } from './drawer-popup.tsx'

/** A panel that slides in from the left on phones. */
export const Drawer = lazyPopup<DrawerProps>(() => import('./drawer-popup.tsx'))
