import type { FileReason } from '~/contract/files.ts'

/** One page of a document's text. `page` counts from 1; what a page is depends on the format, see `extract.ts`. */
export interface DocumentPage {
  page: number
  text: string
}

/** Why no text could be read from a document. The reason is what the user sees; `cause` is for the logs. */
export class UnreadableDocument extends Error {
  override readonly name = 'UnreadableDocument'

  constructor(
    readonly reason: FileReason,
    options?: ErrorOptions,
  ) {
    super(reason, options)
  }
}

/** What one document may cost. An isolate has 128 MB for the bytes, what they inflate to and the text together. */
export const limits = {
  /** Bytes of a document that is read at all. */
  bytes: 32 * 1024 * 1024,
  /** Bytes that the parts of an archive may inflate to, together. */
  inflatedBytes: 64 * 1024 * 1024,
  /** Bytes of one XML part, which is parsed as a whole into a tree of some ten times its size. */
  xmlBytes: 8 * 1024 * 1024,
  archiveEntries: 5_000,
  pages: 5_000,
  /** Characters of one page; a row of D1 holds 2 MB, and a character takes up to 3 bytes. */
  pageCharacters: 500_000,
  /** Characters of all pages. */
  characters: 8_000_000,
  /** Characters that a file of text may decode to, before its markup goes. */
  decodedCharacters: 16_000_000,
  /** Rows of a table that make one page. */
  rowsPerPage: 1_000,
  /** Characters of plain text that make one page. */
  plainPageCharacters: 20_000,
} as const
