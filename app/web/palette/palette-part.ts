import { lazyPopup } from '~/ui/lazy-popup.tsx'

/** The palette, whose code is loaded with the first sign that somebody is about to open it. */
export const Palette = lazyPopup(() => import('./palette.tsx'))
