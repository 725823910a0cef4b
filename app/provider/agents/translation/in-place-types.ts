import { officeTypes } from '~/provider/documents/mime.ts'

/** Media types of files whose texts are replaced where they stand. */
export const inPlaceTypes = [
  officeTypes.docx,
  officeTypes.pptx,
  officeTypes.xlsx,
  'text/markdown',
  'text/csv',
  'text/tab-separated-values',
  'text/plain',
] as const
export type InPlaceType = (typeof inPlaceTypes)[number]

/** Whether the texts of a file of this type can be replaced where they stand. */
export const opensInPlace = (mimeType: string): mimeType is InPlaceType =>
  (inPlaceTypes as readonly string[]).includes(mimeType)
