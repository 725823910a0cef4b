import { retryImport } from '~/ui/retry-import.ts'
import { preloadable } from '~/ui/preloadable.tsx'

/** Markdown is most of the chat's code, and an empty conversation or the sign-in form needs none of it. */
export const AnswerText = preloadable(retryImport(() => import('./answer-text.tsx')))

export const AttachmentPictures = preloadable(retryImport(() => import('./attachment-pictures.tsx')))
