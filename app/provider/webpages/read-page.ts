import { readingOf } from '~/provider/documents/ask-reader.ts'
import { UnreadableDocument } from '~/provider/documents/document.ts'
import { tidy } from '~/provider/documents/text.ts'
import { cleanFileName } from '~/provider/files/file-name.ts'
import type { Fetched } from './fetch-document.ts'
import type { PageSource, WebPage } from './html/read-web-page.ts'
import { isNoindex } from './robots-directives.ts'
import { Unfetched } from './unfetched.ts'

/** What is kept of a page. */
export interface PageContent {
  name: string
  mime_type: 'text/markdown' | 'text/plain' | 'application/pdf'
  bytes: Uint8Array<ArrayBuffer>
  /** SHA-256 over name and bytes, hex: tells whether a page has changed. */
  hash: string
}

/** A page as it was understood. */
export interface ReadPage {
  links: string[]
  canonical?: string | undefined
  noindex: boolean
  /** None where there is nothing to read. */
  content?: PageContent | undefined
}

const texts = new Set(['text/html', 'application/xhtml+xml', 'text/plain'])
const pdf = 'application/pdf'

/** Whether a document of this type can be read; one without a type is taken for a page. */
export const isReadable = (headers: Headers) => texts.has(typeOf(headers)) || typeOf(headers) === pdf

const typeOf = (headers: Headers) => headers.get('content-type')?.split(';')[0]!.trim().toLowerCase() || 'text/html'

/**
 * Reads a document that was fetched: an HTML page, plain text or a PDF, which is only looked into when it is processed.
 * @throws Unfetched `unsupported` for what cannot be read
 * @throws ReaderFailed
 */
export async function readPage(env: Env, { url, headers, bytes }: Fetched): Promise<ReadPage> {
  const robots = headers.get('x-robots-tag')
  if (typeOf(headers) === pdf) {
    return { links: [], noindex: isNoindex(robots), content: await contentOf(nameOf(url), pdf, bytes) }
  }
  const source = { url, contentType: headers.get('content-type') ?? '', robots }
  const { title, text, ...page } = await readWebPage(env, bytes, source)
  const mimeType = typeOf(headers) === 'text/plain' ? 'text/plain' : 'text/markdown'
  return { ...page, content: await textContent(cleanFileName(title) || nameOf(url), mimeType, text) }
}

async function readWebPage({ READER }: Env, bytes: Uint8Array<ArrayBuffer>, source: PageSource): Promise<WebPage> {
  try {
    return await readingOf<WebPage>(READER.readWebPage(new Response(bytes).body!, source))
  } catch (cause) {
    throw cause instanceof UnreadableDocument ? new Unfetched('unsupported', { cause }) : cause
  }
}

async function textContent(name: string, mime_type: PageContent['mime_type'], text: string) {
  const tidied = tidy(text)
  return tidied === '' ? undefined : contentOf(name, mime_type, new TextEncoder().encode(tidied))
}

async function contentOf(name: string, mime_type: PageContent['mime_type'], bytes: Uint8Array<ArrayBuffer>) {
  const hashed = await crypto.subtle.digest('SHA-256', await new Blob([name, '\n', bytes]).arrayBuffer())
  return { name, mime_type, bytes, hash: Buffer.from(hashed).toString('hex') }
}

/** The last part of an address's path, or its host. */
function nameOf(address: string): string {
  const { pathname, host } = new URL(address)
  const part = pathname.split('/').findLast(Boolean) ?? ''
  try {
    return cleanFileName(decodeURIComponent(part)) || host
  } catch {
    return cleanFileName(part) || host
  }
}
