import type { Attachment, Reference } from '~/contract/chat.ts'

/** What was asked and answered. */
export interface AuditText {
  question: string
  answer: string
  files: Attachment[]
  refs: Reference[]
  /** The member's own instructions that went along; left out where none did. */
  instructions?: string
}

/** The text of a row of the chain, by the row's place. */
export interface TextLine extends AuditText {
  seq: number
  /**
   * Random, so that nobody can guess a short text from its digest once the text was erased, and the salt with it. In hex.
   */
  salt: string
}

/** A text as it is kept, a line of a segment: JSON, over which its digest is taken. */
export const lineOf = ({ seq, salt, question, answer, files, refs, instructions }: TextLine): string =>
  JSON.stringify({ seq, salt, question, answer, files, refs, instructions })

/** The text of a line. */
export const textOf = (line: string): TextLine => JSON.parse(line) as TextLine

/** Sixteen random bytes. */
export const newSalt = (): string =>
  [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('')
