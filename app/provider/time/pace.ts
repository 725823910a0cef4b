/** Milliseconds between two events of a flowing answer: a replay stays short, and the eye sees no difference. */
const usual = 80
/** Readers whom the thread of an isolate serves at that pace with time to spare for questions. */
const readersAtEase = 250

let readers = 0

/** Counts a reader of this isolate, whichever answer it reads. */
export function readerCame() {
  readers++
}

export function readerLeft() {
  readers--
}

/** Whether this isolate has more readers than it serves at its usual pace. */
export const isCrowded = () => readers > readersAtEase

/**
 * Milliseconds between two events of a flowing answer. Each event costs as much as it has readers, and all answers of an isolate
 * share its thread: the more read there, the more words come together, so that a question does not wait behind others' words.
 */
export const pace = () => usual * Math.max(1, Math.ceil(readers / readersAtEase))
