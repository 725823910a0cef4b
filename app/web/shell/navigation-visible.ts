import { createStoredFlag } from '~/ui/stored-flag.ts'

/** Whether the left navigation shows, and whether it lists the conversations; both remembered. */
export const navigationVisible = createStoredFlag('navigation', true)
export const historyVisible = createStoredFlag('chat-history', true)
