import { decode } from '~/provider/documents/decode.ts'
import { tidy } from '~/provider/documents/text.ts'
import { cleanFileName } from '~/provider/files/file-name.ts'
import type { Fetched } from './fetch-document.ts'
import { decodeHtml } from '~/provider/documents/html/decode-html.ts'
import { readableText } from './html/readable-text.ts'
import { scanHtml } from './html/scan-html.ts'
import { isWorthFollowing, pageAddress } from './page-address.ts'

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

const html = new Set(['text/html', 'application/xhtml+xml'])
const others = new Set(['text/plain', 'application/pdf'])

/** Whether a document of this type can be read; one without a type is taken for a page. */
export const isReadable = (headers: Headers) => html.has(typeOf(headers)) || others.has(typeOf(headers))

const typeOf = (headers: Headers) => headers.get('content-type')?.split(';')[0]!.trim().toLowerCase() || 'text/html'

/** Reads a document that was fetched: an HTML page, plain text or a PDF, which is only looked into when it is processed. */
export async function readPage(fetched: Fetched): Promise<ReadPage> {
  const type = typeOf(fetched.headers)
  if (html.has(type)) return readHtml(fetched)
  const { noindex } = await scanHtml('', fetched.headers.get('x-robots-tag'))
  const content =
    type === 'application/pdf'
      ? await contentOf(nameOf(fetched.url), 'application/pdf', fetched.bytes)
      : await textContent(nameOf(fetched.url), 'text/plain', await decode(fetched.bytes))
  return { links: [], noindex, content }
}

async function readHtml({ url, headers, bytes }: Fetched): Promise<ReadPage> {
  const source = await decodeHtml(bytes, headers.get('content-type') ?? '')
  const { title, links, base, canonical, noindex, text } = await scanHtml(source, headers.get('x-robots-tag'))
  const from = (base !== undefined && pageAddress(base, url)) || url
  const known = links.flatMap((link) => pageAddress(link, from) ?? [])
  return {
    links: [...new Set(known)].filter(isWorthFollowing),
    canonical: canonical === undefined ? undefined : pageAddress(canonical, from),
    noindex,
    content: noindex
      ? undefined
      : await textContent(cleanFileName(title) || nameOf(url), 'text/markdown', readableText(source) ?? text),
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
