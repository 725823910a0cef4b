import { AwsV4Signer } from 'aws4fetch'
import { XMLParser } from 'fast-xml-parser'
import { z } from 'zod'

/** A part of a multipart upload that the storage has; R2 wants its etag to complete the upload. */
export interface ArrivedPart {
  number: number
  etag: string
  size: number
}

/** What a presigned address is for: one object, one method. */
interface Presigned {
  method: 'GET' | 'PUT'
  key: string
  /** The parameters of the operation: `partNumber`, `response-content-type`. */
  query: Record<string, string>
  /** What the request's headers have to say. */
  headers?: Record<string, string>
  seconds: number
}

export type S3 = NonNullable<ReturnType<typeof s3Of>>

/**
 * R2's S3 interface to the bucket of `FILES`, so that bytes need not pass through the Worker; null unless it is
 * configured: `R2_S3_URL` ('S3 API' in the bucket's settings, `https://{account}.r2.cloudflarestorage.com/{bucket}`),
 * `R2_ACCESS_KEY_ID` and `R2_SECRET_ACCESS_KEY`.
 */
export function s3Of({ R2_S3_URL, R2_ACCESS_KEY_ID, R2_SECRET_ACCESS_KEY }: Env) {
  if (!R2_S3_URL || !R2_ACCESS_KEY_ID || !R2_SECRET_ACCESS_KEY) return null
  const credentials = { accessKeyId: R2_ACCESS_KEY_ID, secretAccessKey: R2_SECRET_ACCESS_KEY }
  const signer = { ...credentials, service: 's3', region: 'auto' }

  const addressOf = (key: string, query: Record<string, string>) => {
    const address = new URL(`${R2_S3_URL.replace(/\/$/, '')}/${key}`)
    address.search = new URLSearchParams(query).toString()
    return address.href
  }

  return {
    /** An absolute address that allows its bearer one operation (AWS Signature Version 4 in the query). */
    async presign({ method, key, query, headers = {}, seconds }: Presigned): Promise<string> {
      const url = addressOf(key, { ...query, 'X-Amz-Expires': String(seconds) })
      // All headers: the length counts, which is left out otherwise.
      const signed = await new AwsV4Signer({
        ...signer,
        method,
        url,
        headers,
        signQuery: true,
        allHeaders: true,
      }).sign()
      return signed.url.href
    },

    /**
     * The parts of a multipart upload that have arrived, by number; none when there is no such upload.
     * @throws when the storage cannot be asked
     */
    async listParts(key: string, uploadId: string): Promise<ArrivedPart[]> {
      const parts: ArrivedPart[] = []
      for (let after: string | undefined = '0'; after !== undefined;) {
        const url = addressOf(key, { uploadId, 'part-number-marker': after })
        const signed = await new AwsV4Signer({ ...signer, method: 'GET', url }).sign()
        const response = await fetch(signed.url, { headers: signed.headers, redirect: 'manual' })
        if (response.status === 404) return []
        if (!response.ok) throw new Error(`ListParts: ${response.status}`)
        const page = readPage(await response.text())
        parts.push(...page.parts)
        after = page.next
      }
      return parts
    },
  }
}

const parser = new XMLParser({ parseTagValue: false, isArray: (name) => name === 'Part' })

const ListPartsResult = z.object({
  ListPartsResult: z.object({
    IsTruncated: z.string().optional(),
    NextPartNumberMarker: z.string().optional(),
    Part: z
      .array(z.object({ PartNumber: z.coerce.number().int(), ETag: z.string(), Size: z.coerce.number().int() }))
      .default([]),
  }),
})

/** One page of a ListParts answer, and after which part the next one begins. */
function readPage(xml: string): { parts: ArrivedPart[]; next: string | undefined } {
  const { ListPartsResult: page } = ListPartsResult.parse(parser.parse(xml))
  return {
    parts: page.Part.map(({ PartNumber, ETag, Size }) => ({
      number: PartNumber,
      etag: ETag.replaceAll('"', ''),
      size: Size,
    })),
    next: page.IsTruncated === 'true' ? page.NextPartNumberMarker : undefined,
  }
}
