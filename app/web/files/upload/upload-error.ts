import type { ErrorCode } from '~/contract/errors.ts'

/** Why an upload failed: a code of the catalogue, or what only an upload meets. */
export type UploadFailure = ErrorCode | 'no_files' | 'file_not_readable'

/** An upload that cannot go on as it is. */
export class UploadError extends Error {
  override readonly name = 'UploadError'

  /** @param refused the server has answered this very upload with a no, so that to send it again is another intention */
  constructor(
    readonly reason: UploadFailure,
    readonly refused = false,
  ) {
    super(reason)
  }
}
