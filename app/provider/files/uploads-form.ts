import { ApiError } from '~/contract/errors.ts'
import { directUploadBytes } from '~/provider/api/limits.ts'

/**
 * The files of a multipart request's repeated field `files`. No more than `directUploadBytes` of the body are read.
 * @throws ApiError `file_too_large`, or `invalid_request` when it is no form or carries no file
 */
export async function filesOfForm(request: Request): Promise<File[]> {
  if (Number(request.headers.get('content-length')) > directUploadBytes) throw new ApiError('file_too_large')
  const form = await readForm(request)
  const files = form.getAll('files').filter((value) => value instanceof File)
  if (files.length === 0)
    throw new ApiError('invalid_request', undefined, { message: 'The form has no file in its field files.' })
  return files
}

/** The name that a form gives a file. Forms escape the quotes in it (HTML, multipart/form-data encoding algorithm). */
export const nameOf = (upload: File) => upload.name.replaceAll('%22', '"')

async function readForm({ body, headers }: Request): Promise<FormData> {
  const counter = byteCounter(directUploadBytes)
  try {
    return await new Response(body?.pipeThrough(counter.stream), { headers }).formData()
  } catch (cause) {
    throw new ApiError(counter.exceeded() ? 'file_too_large' : 'invalid_request', undefined, { cause })
  }
}

/** Lets bytes through up to a limit; a request may come without its length, or from within the Worker. */
function byteCounter(limit: number) {
  let bytes = 0
  const stream = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      bytes += chunk.byteLength
      if (bytes > limit) controller.error(new Error(`more than ${limit} bytes`))
      else controller.enqueue(chunk)
    },
  })
  return { stream, exceeded: () => bytes > limit }
}
