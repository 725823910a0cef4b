import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'

export const s3Credentials = { accessKeyId: 'access-key-of-the-tests', secretAccessKey: 'secret of the tests' }

/** A page of ListParts, so small that a few parts make several. */
const partsOfPage = 2

interface Part {
  bytes: Buffer
  etag: string
}

/**
 * A bucket as R2 shows it to S3 clients, as far as uploads in parts need it: UploadPart, ListParts and GetObject of what
 * was uploaded. Every request has to be signed with AWS Signature Version 4, in the query or in headers, and is checked
 * here from the specification, not with a client's code.
 */
export async function startS3Server(): Promise<{ url: string }> {
  const uploads = new Map<string, Map<number, Part>>()
  const server = createServer((request, response) => {
    void answer(request, response, uploads).catch((error: Error) => fail(response, 500, 'InternalError', error.message))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  server.unref()
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/bucket` }
}

async function answer(request: IncomingMessage, response: ServerResponse, uploads: Map<string, Map<number, Part>>) {
  const url = new URL(request.url!, `http://${request.headers.host}`)
  const refused = url.searchParams.has('X-Amz-Signature') ? refusedQuery(request, url) : refusedHeaders(request, url)
  if (refused) return fail(response, 403, refused)

  const key = url.pathname
  const uploadId = url.searchParams.get('uploadId')
  if (request.method === 'PUT' && uploadId !== null) {
    const bytes = await buffer(request)
    const etag = createHash('md5').update(bytes).digest('hex')
    const parts = uploads.get(key + uploadId) ?? new Map<number, Part>()
    uploads.set(key + uploadId, parts.set(Number(url.searchParams.get('partNumber')), { bytes, etag }))
    return response.writeHead(200, { etag: `"${etag}"` }).end()
  }
  if (request.method === 'GET' && uploadId !== null) {
    const parts = uploads.get(key + uploadId)
    if (!parts) return fail(response, 404, 'NoSuchUpload')
    return listParts(response, parts, Number(url.searchParams.get('part-number-marker') ?? 0))
  }
  const [, object] = [...uploads].findLast(([id]) => id.startsWith(key)) ?? []
  if (request.method !== 'GET' || !object) return fail(response, 404, 'NoSuchKey')
  response.writeHead(200, {
    'content-type': url.searchParams.get('response-content-type') ?? 'application/octet-stream',
    'content-disposition': url.searchParams.get('response-content-disposition') ?? 'inline',
  })
  response.end(Buffer.concat(sorted(object).map(([, { bytes }]) => bytes)))
}

const sorted = (parts: Map<number, Part>) => [...parts].toSorted(([one], [other]) => one - other)

function listParts(response: ServerResponse, parts: Map<number, Part>, after: number) {
  const rest = sorted(parts).filter(([number]) => number > after)
  const page = rest.slice(0, partsOfPage)
  const listed = page.map(
    ([number, { bytes, etag }]) =>
      `<Part><PartNumber>${number}</PartNumber><LastModified>2026-01-01T00:00:00.000Z</LastModified>` +
      `<ETag>&quot;${etag}&quot;</ETag><Size>${bytes.length}</Size></Part>`,
  )
  xml(
    response,
    200,
    `<ListPartsResult xmlns="http://s3.amazonaws.com/doc/2006-03-01/"><IsTruncated>${rest.length > page.length}</IsTruncated>` +
      `<NextPartNumberMarker>${page.at(-1)?.[0] ?? after}</NextPartNumberMarker>${listed.join('')}</ListPartsResult>`,
  )
}

/** Why a presigned request is refused; undefined when it is in order. */
function refusedQuery(request: IncomingMessage, url: URL): string | undefined {
  const value = (name: string) => url.searchParams.get(`X-Amz-${name}`) ?? ''
  const issued = Date.parse(value('Date').replace(/^(....)(..)(..T..)(..)(..Z)$/, '$1-$2-$3:$4:$5'))
  if (!(Date.now() < issued + Number(value('Expires')) * 1000)) return 'ExpiredRequest'
  return signatureOf(request, url, {
    credential: value('Credential'),
    date: value('Date'),
    signedHeaders: value('SignedHeaders'),
    payload: 'UNSIGNED-PAYLOAD',
  }).equals(Buffer.from(value('Signature'), 'hex'))
    ? undefined
    : 'SignatureDoesNotMatch'
}

function refusedHeaders(request: IncomingMessage, url: URL): string | undefined {
  const [, credential = '', signedHeaders = '', signature = ''] =
    /^AWS4-HMAC-SHA256 Credential=([^,]+), SignedHeaders=([^,]+), Signature=(\w+)$/.exec(
      request.headers.authorization ?? '',
    ) ?? []
  const expected = signatureOf(request, url, {
    credential,
    date: String(request.headers['x-amz-date']),
    signedHeaders,
    payload: String(request.headers['x-amz-content-sha256']),
  })
  const given = Buffer.from(signature, 'hex')
  return given.length === expected.length && timingSafeEqual(given, expected) ? undefined : 'SignatureDoesNotMatch'
}

interface Signing {
  credential: string
  date: string
  signedHeaders: string
  payload: string
}

/** The signature that a request has to carry (AWS Signature Version 4, 'Create a signed request'). */
function signatureOf(
  request: IncomingMessage,
  url: URL,
  { credential, date, signedHeaders, payload }: Signing,
): Buffer {
  const [, ...scope] = credential.split('/')
  const query = [...url.searchParams]
    .filter(([name]) => name !== 'X-Amz-Signature')
    .map(([name, value]) => `${encoded(name)}=${encoded(value)}`)
    .toSorted()
    .join('&')
  const headers = signedHeaders.split(';').map((name) => `${name}:${String(request.headers[name]).trim()}\n`)
  const canonical = [request.method, url.pathname, query, headers.join(''), signedHeaders, payload].join('\n')
  const hash = createHash('sha256').update(canonical).digest('hex')
  const key = scope.reduce<string | Buffer>(
    (secret, part) => hmac(secret, part),
    `AWS4${s3Credentials.secretAccessKey}`,
  )
  return hmac(key, ['AWS4-HMAC-SHA256', date, scope.join('/'), hash].join('\n'))
}

const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest()

const encoded = (text: string) =>
  encodeURIComponent(text).replace(/[!'()*]/g, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`)

function fail(response: ServerResponse, status: number, code: string, message = code) {
  xml(response, status, `<Error><Code>${code}</Code><Message>${message}</Message></Error>`)
}

function xml(response: ServerResponse, status: number, body: string) {
  response
    .writeHead(status, { 'content-type': 'application/xml' })
    .end(`<?xml version="1.0" encoding="UTF-8"?>\n${body}`)
}
