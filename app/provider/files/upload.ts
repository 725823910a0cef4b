import { createHash } from 'node:crypto'
import type { ParsedOf, ResultOf } from '~/contract/endpoint.ts'
import { type ErrorCode, errorStatus } from '~/contract/errors.ts'
import type { StoredFile, uploadFiles as endpoint } from '~/contract/files.ts'
import { asApiError } from '~/provider/api/errors.ts'
import type { Call } from '~/provider/api/serve.ts'
import { log } from '~/provider/log/log.ts'
import { withIdempotencyKey } from '~/provider/objects/idempotency-key.ts'
import { storeUpload } from './store-upload.ts'
import { requireUploadRate } from './upload-rate.ts'
import { filesOfForm, type FormFile } from './uploads-form.ts'
import { writableGroup } from './writable-group.ts'

interface Outcome extends Exclude<ResultOf<typeof endpoint>, Response> {
  failed: { name: string; code: ErrorCode }[]
}

/**
 * Stores every file of the form that can be stored; one that cannot is named with its code and holds up no other.
 * @throws ApiError `service_unavailable` or `cannot_upload` where none could, and not for what it is; the call may be repeated then
 */
export async function uploadFiles({ query }: ParsedOf<typeof endpoint>, call: Call): Promise<Outcome> {
  const group = await writableGroup(query, call)
  const uploads = await filesOfForm(call.request)
  const marks = uploads.map((upload) => [upload.name, contentOf(upload)])
  const fingerprint = JSON.stringify([group.group_id, marks])
  return withIdempotencyKey(call, 'uploadFiles', fingerprint, async () => {
    await requireUploadRate(call, uploads.length)
    const stored = uploads.map((upload, place) =>
      storeUpload(upload, group, query.source_type, JSON.stringify([place, fingerprint]), call),
    )
    const outcome = outcomeOf(uploads, await Promise.allSettled(stored))
    // Ends the call as its files ended, where a repetition is to try again.
    if (outcome.files.length === 0 && outcome.failed.every(({ code }) => errorStatus[code] >= 500)) await stored[0]
    return outcome
  })
}

/** What a file says, by which the same call is known again: a name and a size may be another's. */
function contentOf({ pieces }: FormFile): string {
  const hash = createHash('sha256')
  for (const piece of pieces) hash.update(piece)
  return hash.digest('hex')
}

function outcomeOf(uploads: FormFile[], results: PromiseSettledResult<StoredFile>[]): Outcome {
  const outcome: Outcome = { files: [], failed: [] }
  for (const [index, result] of results.entries()) {
    if (result.status === 'fulfilled') outcome.files.push(result.value)
    else outcome.failed.push({ name: uploads[index]!.name, code: codeOf(result.reason) })
  }
  return outcome
}

/** The cause goes to the log, without the file's name. */
function codeOf(thrown: unknown): ErrorCode {
  const { code: told } = asApiError(thrown)
  const code = told === 'unexpected' ? 'cannot_upload' : told
  log.warn('upload_failed', { code, cause: thrown })
  return code
}
