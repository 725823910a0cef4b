import { createStoredFlag } from '~/ui/stored-flag.ts'

/** Single keys can be in the way of speech input and of unsteady hands: they can be turned off (WCAG 2.1.4). */
export const shortcutsOn = createStoredFlag('shortcuts', true)
