import {
  getMultipartBoundary,
  MaxTotalSizeExceededError,
  MultipartParser,
  type MultipartPart,
} from '@remix-run/multipart-parser'
import { ApiError } from '~/contract/errors.ts'
import { directUploadBytes } from '~/contract/defaults.ts'

/** A body is read into buffers that it fills: those of smaller reads are mostly empty. */
const pieceBytes = 256 * 1024

/** A file of a form, in the pieces in which it came. */
export interface FormFile {
  name: string
  /** Bytes. */
  size: number
  pieces: Uint8Array[]
}

/**
 * The files of a multipart request's repeated field `files`. No more than `directUploadBytes` of the body are read, and they are held
 * once: `Request.formData()` takes four times its size.
 * @throws ApiError `file_too_large`, or `invalid_request` when it is no form or carries no file
 */
export async function filesOfForm(request: Request): Promise<FormFile[]> {
  if (Number(request.headers.get('content-length')) > directUploadBytes) throw new ApiError('file_too_large')
  const files: FormFile[] = []
  try {
    for await (const part of partsOf(request)) if (part.name === 'files' && part.isFile) files.push(fileOf(part))
  } catch (cause) {
    const isLarge = cause instanceof MaxTotalSizeExceededError
    throw new ApiError(isLarge ? 'file_too_large' : 'invalid_request', undefined, { cause })
  }
  if (files.length === 0)
    throw new ApiError('invalid_request', undefined, { message: 'The form has no file in its field files.' })
  return files
}

async function* partsOf({ body, headers }: Request): AsyncGenerator<MultipartPart> {
  const boundary = getMultipartBoundary(headers.get('content-type') ?? '')
  if (!boundary || !body) throw new Error('the body is no form')
  const limits = { maxFileSize: Infinity, maxTotalSize: directUploadBytes }
  const parser = new MultipartParser(boundary, limits)
  for await (const piece of piecesOf(body)) {
    yield* parser.write(piece)
    // The parser takes nothing behind the last part, where a line end may still come (RFC 2046, 5.1.1).
    if (isFinished(parser)) return
  }
  parser.finish()
}

async function* piecesOf(body: ReadableStream<Uint8Array>) {
  const reader = body.pipeThrough(new IdentityTransformStream()).getReader({ mode: 'byob' })
  for (;;) {
    const { value, done } = await reader.read(new Uint8Array(pieceBytes), { min: pieceBytes })
    if (value) yield value
    if (done) return
  }
}

function isFinished(parser: MultipartParser): boolean {
  try {
    parser.finish()
    return true
  } catch {
    return false
  }
}

const fileOf = ({ filename = '', size, content }: MultipartPart): FormFile => ({
  // Forms escape the quotes in a name (HTML, multipart/form-data encoding algorithm).
  name: filename.replaceAll('%22', '"'),
  size,
  pieces: content,
})
