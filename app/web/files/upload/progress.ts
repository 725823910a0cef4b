/** How far an upload is. */
export interface Progress {
  /** From 0 to 1: 0.5 once it has its addresses, 0.7 once its bytes have arrived, 1 once it is stored. */
  share: number
  step: 'starting' | 'sending' | 'interrupted' | 'checking'
  /** Bytes that are there or on their way, where that is known. */
  sent?: number
  /** Bytes that had arrived before, where an interrupted upload goes on. */
  resumedAt?: number
}

/** The marks of an upload by signed addresses; bytes move it from one to the other. */
const addressed = 0.5
const transferred = 0.7

export const notStarted: Progress = { share: 0, step: 'starting' }

/** How far an upload is of which `sent` of `size` bytes have left. */
export const sending = (sent: number, size: number): Progress => ({
  share: addressed + (transferred - addressed) * (sent / size),
  step: 'sending',
  sent,
})

/** How far an upload is whose bytes have all arrived. */
export const checking = (size: number): Progress => ({ share: transferred, step: 'checking', sent: size })
