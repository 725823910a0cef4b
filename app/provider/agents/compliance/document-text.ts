import type { AttachedText } from '../attached-texts.ts'
import { plainText } from './locate-quote.ts'

/** A document as it is reviewed: each page as it stands, and without what differs though the words are the same. */
export interface DocumentText {
  file_id: number
  file_name: string
  pages: { page: number; text: string; plain: string }[]
  /** Whether all of its text is here: otherwise nothing is known of what it does not say. */
  complete: boolean
}

/** @param complete whether all of its text is here */
export const documentText = ({ pages, ...file }: AttachedText, complete: boolean): DocumentText => ({
  ...file,
  pages: pages.map((page) => ({ ...page, plain: plainText(page.text) })),
  complete,
})
