import { lines } from '../killing/machine.ts'
import { parseServerSentEvents } from '../killing/server-sent.ts'

/** What a whole answer says. */
const whole = Array.from({ length: lines }, (_, line) => `Line ${line}. `).join('')

/** What somebody had of an answer. */
export interface Read {
  /** Milliseconds to its first word. */
  firstWord: number
  /** Events that were left out, and events that came again. */
  lost: number
  doubled: number
  /** Why it did not come whole. */
  failed?: string
}

/** Reads an answer to its end. @param heard is told its conversation as soon as it is known */
export async function readAnswer(response: Promise<Response>, heard: (id: number) => void = () => {}): Promise<Read> {
  const began = performance.now()
  const read: Read = { firstWord: 0, lost: 0, doubled: 0 }
  let last = 0
  let text = ''
  let ended = false
  try {
    const { ok, status, body } = await response
    if (!ok) return { ...read, failed: `status ${status}` }
    for await (const { id, event, data } of parseServerSentEvents(body!)) {
      if (id > last + 1) read.lost += id - last - 1
      if (id <= last) read.doubled += 1
      last = Math.max(last, id)
      if ('conversation_id' in data) heard(data.conversation_id)
      if ('delta' in data) {
        read.firstWord ||= performance.now() - began
        text += data.delta
      }
      if ('text' in data) text = data.text
      if ('error' in data) read.failed = data.error.code
      ended = event === 'done'
    }
  } catch (error) {
    return { ...read, failed: String(error instanceof Error && error.cause ? error.cause : error) }
  }
  if (!ended) read.failed ??= 'no end'
  if (text !== whole) read.failed ??= `${text.length} of ${whole.length} characters`
  return read
}
