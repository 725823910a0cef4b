import { isIllegible } from '~/contract/file-reasons.ts'
import type { StoredFile } from '~/contract/files.ts'

type Recognisable = Pick<StoredFile, 'mime_type' | 'status' | 'status_reason'>

const isPicture = (mimeType: string) => /^image\/(png|jpeg|webp)$/.test(mimeType)

/** Whether a file may turn out, once it is processed, to have its text only in pictures. */
export const mayBeScan = ({ mime_type }: Pick<StoredFile, 'mime_type'>) =>
  mime_type === 'application/pdf' || isPicture(mime_type)

/** Whether a file has no text of its own and shows pages that can be read: a scan, or an image nobody has read. */
export const isRecognisable = ({ mime_type, status, status_reason }: Recognisable) =>
  isPicture(mime_type)
    ? status === 'done' && status_reason === null
    : mime_type === 'application/pdf' && status === 'failed' && isIllegible(status_reason)
