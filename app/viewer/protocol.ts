import * as z from 'zod/mini'

/** Any site of its own: an address is one of this site's if it stays there, whatever its first letters look like. */
const here = 'https://here.invalid'

/** An address that the viewer may fetch: absolute http(s), or a path of this site, as the browser reads it. */
export const Address = z.string().check(
  z.refine((address) => {
    if (!URL.canParse(address, here)) return false
    if (/^https?:\/\//.test(address)) return true
    return address.startsWith('/') && new URL(address, here).origin === here
  }),
)
const PageNumber = z.int().check(z.gte(1))

/** What is shown: the bytes at a signed address, or text that was extracted from a file before. */
export const Source = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('pdf'), url: Address }),
  z.object({ kind: z.literal('image'), url: Address }),
  z.object({ kind: z.literal('audio'), url: Address }),
  z.object({ kind: z.literal('table'), url: Address }),
  z.object({ kind: z.literal('text'), url: Address }),
  z.object({ kind: z.literal('markdown'), url: Address }),
  z.object({ kind: z.literal('docx'), url: Address }),
  z.object({ kind: z.literal('pptx'), url: Address }),
  z.object({ kind: z.literal('workbook'), url: Address }),
  z.object({ kind: z.literal('pages'), pages: z.array(z.object({ page: z.int(), text: z.string() })) }),
])
export type Source = z.infer<typeof Source>

/** Why a document cannot be shown. The screen that embeds the viewer words it and offers the way out. */
export const FailureReason = z.enum(['unreachable', 'damaged', 'encrypted', 'too_large'])
export type FailureReason = z.infer<typeof FailureReason>

const Show = z.object({
  type: z.literal('show'),
  source: Source,
  /** The file's name; its extension distinguishes slides, sheets and sections. */
  name: z.string(),
  /** The page to open at; one beyond the end opens the last. */
  page: PageNumber,
  /** The cited words, to be found on that page. */
  excerpt: z.optional(z.string()),
  language: z.enum(['en', 'ja']),
  theme: z.enum(['light', 'dark', 'system']),
})
export type Show = z.infer<typeof Show>

const Report = z.discriminatedUnion('type', [
  z.object({ type: z.literal('ready') }),
  z.object({ type: z.literal('shown'), pages: PageNumber }),
  z.object({ type: z.literal('page'), page: PageNumber }),
  z.object({ type: z.literal('failed'), reason: FailureReason }),
  z.object({ type: z.literal('close') }),
])
export type Report = z.infer<typeof Report>

export type Incoming = Pick<MessageEvent, 'source' | 'data'>

/**
 * Reads a message that the viewer received.
 * The frame's origin is opaque, so a message proves itself by the window it came from, not by an origin.
 * Returns null for any other sender or shape.
 */
export function readShow(event: Incoming, parent: MessageEventSource): Show | null {
  return event.source === parent ? (Show.safeParse(event.data).data ?? null) : null
}

/** Reads a message that the embedding page received from the viewer in `frame`; null for any other sender or shape. */
export function readReport(event: Incoming, frame: MessageEventSource | null): Report | null {
  return frame !== null && event.source === frame ? (Report.safeParse(event.data).data ?? null) : null
}
