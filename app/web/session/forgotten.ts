import { createListeners } from '~/ui/listeners.ts'

const { subscribe, notify } = createListeners()

/** Calls a listener when the member logs out in this tab or another: what the tab keeps of them has to go. */
export const onForgotten = subscribe

export const forgetMember = notify
