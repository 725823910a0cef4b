/** What R2 says of an object beside its bytes. The audits' verification relies on `custom`. */
export interface Described {
  key: string
  size: number
  etag: string
  type: string | null
  custom: Record<string, string>
}

/** An object of R2 as it is written. */
export type Written = Pick<Described, 'key' | 'type' | 'custom'>

/** The next objects below a prefix, and where those begin that follow. */
export async function list(
  bucket: R2Bucket,
  prefix: string,
  cursor: string | undefined,
): Promise<{ objects: Described[]; cursor: string | undefined }> {
  const listed = await bucket.list({
    prefix,
    ...(cursor && { cursor }),
    include: ['httpMetadata', 'customMetadata'],
  })
  return { objects: listed.objects.map(described), cursor: listed.truncated ? listed.cursor : undefined }
}

/** An object with its bytes, and what R2 says of it as a header; 410 where there is none. */
export async function read(bucket: R2Bucket, key: string): Promise<Response> {
  const object = await bucket.get(key)
  if (!object) return new Response(null, { status: 410 })
  return new Response(object.body, { headers: { 'x-object': encodeURIComponent(JSON.stringify(described(object))) } })
}

/** @param sha256 of the bytes, in hex: R2 takes no others */
export async function write(bucket: R2Bucket, object: Written, { body, sha256 }: { body: BodyInit; sha256: string }) {
  await bucket.put(object.key, body as ReadableStream, { ...optionsOf(object), sha256 })
}

/** Begins to write an object in parts. @returns what the parts belong to */
export const begin = async (bucket: R2Bucket, object: Written): Promise<{ upload: string }> => ({
  upload: (await bucket.createMultipartUpload(object.key, optionsOf(object))).uploadId,
})

export interface Upload {
  key: string
  upload: string
}

export const writePart = (bucket: R2Bucket, { key, upload, number }: Upload & { number: number }, body: BodyInit) =>
  bucket.resumeMultipartUpload(key, upload).uploadPart(number, body as ReadableStream)

export async function end(bucket: R2Bucket, { key, upload, parts }: Upload & { parts?: R2UploadedPart[] | undefined }) {
  const uploading = bucket.resumeMultipartUpload(key, upload)
  if (parts) await uploading.complete(parts)
  else await uploading.abort()
}

const optionsOf = ({ type, custom }: Written) => ({
  ...(type !== null && { httpMetadata: { contentType: type } }),
  customMetadata: custom,
})

const described = ({ key, size, etag, httpMetadata, customMetadata }: R2Object): Described => ({
  key,
  size,
  etag,
  type: httpMetadata?.contentType ?? null,
  custom: customMetadata ?? {},
})
