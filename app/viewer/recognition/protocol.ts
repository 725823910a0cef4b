import * as z from 'zod/mini'
import { Address, FailureReason as ViewFailure, type Incoming } from '../protocol.ts'

/** The languages whose shapes and words are known, by Tesseract's names. */
const Language = z.enum(['eng', 'jpn'])
export type Language = z.infer<typeof Language>

const Order = z.object({
  type: z.literal('recognise'),
  source: z.object({ kind: z.enum(['pdf', 'image']), url: Address }),
  /** The likeliest first. */
  languages: z.array(Language).check(z.minLength(1)),
  /** A document with more pages is not begun. */
  mostPages: z.int(),
})
/** Asks the frame to recognise the text of one file. One at a time. */
export type Order = z.infer<typeof Order>

/** Why no text was recognised: what the viewer fails for, `too_long` beyond the pages that were allowed, or the recogniser. */
const Failure = z.enum([...ViewFailure.options, 'too_long', 'unexpected'])
export type Failure = z.infer<typeof Failure>

const Pages = z.array(z.object({ page: z.int(), text: z.string() }))

const Progress = z.discriminatedUnion('type', [
  z.object({ type: z.literal('ready') }),
  z.object({ type: z.literal('reading'), page: z.int(), pages: z.int() }),
  z.object({ type: z.literal('read'), pages: Pages }),
  z.object({ type: z.literal('failed'), reason: Failure }),
])
/** What the frame reports: that it takes orders, which page it reads, and how that ended. */
export type Progress = z.infer<typeof Progress>

/** Reads a message that the frame received; null for any sender but the page around it, and any other shape. */
export const readOrder = (event: Incoming, parent: MessageEventSource): Order | null =>
  event.source === parent ? (Order.safeParse(event.data).data ?? null) : null

/** Reads a message that the page around received; null for any sender but the frame, and any other shape. */
export const readProgress = (event: Incoming, frame: MessageEventSource | null): Progress | null =>
  frame !== null && event.source === frame ? (Progress.safeParse(event.data).data ?? null) : null
