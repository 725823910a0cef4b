import { UploadError } from './upload-error.ts'

/**
 * Ends the upload of a file that the browser can no longer read: it was deleted, moved or changed on the disk since it was
 * chosen, or it is a folder. A request with such a body fails as if the network had, so this is how to tell the two apart.
 * @throws UploadError `file_not_readable`
 */
export async function requireReadable(file: Blob): Promise<void> {
  try {
    await file.slice(0, 1).arrayBuffer()
  } catch {
    throw new UploadError('file_not_readable')
  }
}
