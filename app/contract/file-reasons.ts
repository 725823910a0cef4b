/**
 * Why a file could not be processed, or what is to be known of the text of one that is done: `recognised` was read from
 * pictures of its pages and may be wrong here and there, `no_text` found none in an image,
 * `transcribed` was said in a recording, of which `not_transcribed` says that nothing was read, and `too_complex` brought down what
 * reads documents, each time, by time or memory. The screens look it up under `file_reason_{reason}`.
 */
export const fileReasons = [
  'empty',
  'encrypted',
  'damaged',
  'no_text',
  'unreadable_text',
  'recognised',
  'transcribed',
  'not_transcribed',
  'too_large',
  'too_complex',
  'unsupported',
  'unexpected',
] as const
type FileReason = (typeof fileReasons)[number]

/** Whether a file has no text that can be used, while pictures of its pages may have one. */
export const isIllegible = (reason: FileReason | null) => reason === 'no_text' || reason === 'unreadable_text'
