import { lazyPopup } from '../lazy-popup.tsx'
import type { SidePanelProps } from './side-panel-popup.tsx'

/** A panel with more about something, from the right; on phones it covers the page. Escape and a click outside close it. */
export const SidePanel = lazyPopup<SidePanelProps>(() => import('./side-panel-popup.tsx'))
