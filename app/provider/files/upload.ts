import type { ParsedOf, ResultOf } from '~/contract/endpoint.ts'
import { ApiError } from '~/contract/errors.ts'
import type { StoredFile, uploadFiles as endpoint } from '~/contract/files.ts'
import { withIdempotencyKey } from '~/provider/objects/idempotency-key.ts'
import type { Call } from '~/provider/api/serve.ts'
import { log } from '~/provider/log/log.ts'
import { storeUpload } from './store-upload.ts'
import { requireUploadRate } from './upload-rate.ts'
import { filesOfForm, nameOf } from './uploads-form.ts'
import { writableGroup } from './writable-group.ts'

type Outcome = ResultOf<typeof endpoint>

/** Stores every file of the form that can be stored; one that cannot is named with its code and holds up no other. */
export async function uploadFiles({ query }: ParsedOf<typeof endpoint>, call: Call): Promise<Outcome> {
  const group = await writableGroup(query, call)
  const uploads = await filesOfForm(call.request)
  const fingerprint = JSON.stringify([group.group_id, uploads.map(({ name, size }) => [name, size])])
  return withIdempotencyKey(call, 'uploadFiles', fingerprint, async () => {
    await requireUploadRate(call, uploads.length)
    return outcomeOf(
      uploads,
      await Promise.allSettled(uploads.map((upload) => storeUpload(upload, group, query.source_type, call))),
    )
  })
}

function outcomeOf(uploads: File[], results: PromiseSettledResult<StoredFile>[]): Outcome {
  const outcome: Outcome = { files: [], failed: [] }
  for (const [index, result] of results.entries()) {
    if (result.status === 'fulfilled') outcome.files.push(result.value)
    else outcome.failed.push({ name: nameOf(uploads[index]!), code: codeOf(result.reason) })
  }
  return outcome
}

/** The cause goes to the log, without the file's name. */
function codeOf(error: unknown): string {
  const code = error instanceof ApiError ? error.code : 'cannot_upload'
  const cause = error instanceof ApiError ? error.cause : error
  log.warn('upload_failed', { code, cause })
  return code
}
