import { isCrowded, pace } from '~/provider/time/pace.ts'

/** Bytes read at a time; a piece of an answer has some hundred. */
export const bufferBytes = 8192
/**
 * Bytes that are waited for. The runtime reads the first of a chunk, up to 29, with its length, and would hand them over alone:
 * two ways into JavaScript for each piece of an answer, and a later first one. No piece of an answer is so short.
 */
const leastBytes = 30

/**
 * How many bytes of a model's stream are waited for. A way into JavaScript costs more than all that is done there with a piece of an
 * answer, and the runtime hands over one piece a read, however many have come. In a crowd, where words reach their readers
 * together anyway, a read waits for what comes in half a beat. A model that falls silent in the middle keeps back as much, at most.
 */
export class ReadSize {
  /** Bytes to wait for next. */
  min = leastBytes
  private readonly began = Date.now()
  private readAt = this.began
  private total = 0

  /** So many bytes have just been read. */
  took(bytes: number): void {
    const now = Date.now()
    this.total += bytes
    // Neither a burst nor a model that has become slow is taken for what comes next.
    const perMs = Math.min(bytes / (now - this.readAt), this.total / (now - this.began))
    this.readAt = now
    const half = isCrowded() && Number.isFinite(perMs) ? Math.floor((perMs * pace()) / 2) : 0
    this.min = Math.min(bufferBytes / 2, Math.max(leastBytes, half))
  }
}
