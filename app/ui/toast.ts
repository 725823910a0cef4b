import { createListeners } from './listeners.ts'

/** A short notice. */
interface Notice {
  kind: 'success' | 'error'
  text: string
}

let waiting: Notice[] = []
let any = false
const notices = createListeners()

/** Shows a short notice: 2 s for a success, 4 s for an error. */
export const toast = {
  success: (text: string) => add({ kind: 'success', text }),
  error: (text: string) => add({ kind: 'error', text }),
}

/** The notices that have not been shown yet; whoever takes them shows them. */
export function takeNotices(): Notice[] {
  const notices = waiting
  waiting = []
  return notices
}

/** Whether there was ever a notice. */
export const wereNotices = () => any

/** Calls `listener` with each notice. */
export const onNotice = notices.subscribe

function add(notice: Notice) {
  waiting.push(notice)
  any = true
  notices.notify()
}
