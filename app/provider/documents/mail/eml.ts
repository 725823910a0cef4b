import PostalMime, { type Address } from 'postal-mime'
import type { Deadline } from '../deadline.ts'
import { decode } from '../decode.ts'
import { type DocumentPage, UnreadableDocument } from '../document.ts'
import { htmlText } from '../html/html-text.ts'
import { unwrap } from '../unwrap.ts'
import { messagePages } from './message.ts'

/** Parts in parts, mails in mails, and bytes of all their fields: far more than people send. */
const options = { maxNestingDepth: 50, maxRfc822NestingDepth: 3, maxHeadersSize: 512 * 1024 }

/**
 * Reads a mail as it is sent (RFC 5322, MIME), or a page that a browser saved with its pictures (MHTML). A mail that is forwarded
 * in it is read with it.
 * @throws UnreadableDocument `damaged` for parts that are nested without end
 */
export async function readEml(bytes: Uint8Array, deadline: Deadline): Promise<DocumentPage[]> {
  const mail = await PostalMime.parse(await sourceOf(bytes), options).catch((cause: unknown) => {
    throw new UnreadableDocument('damaged', { cause })
  })
  return messagePages({
    subject: mail.subject ?? '',
    from: mail.from ? nameOf(mail.from) : '',
    to: (mail.to ?? []).map(nameOf).join(', '),
    cc: (mail.cc ?? []).map(nameOf).join(', '),
    date: mail.date ?? '',
    attachments: mail.attachments.flatMap(({ filename, related }) => (filename && !related ? [filename] : [])),
    // Of the two, HTML has whole paragraphs, and tables.
    text: mail.html ? (await htmlText(mail.html, deadline)).text : unwrap(mail.text ?? ''),
  })
}

/** A mail that names no encoding anywhere is in one that its letters tell. */
async function sourceOf(bytes: Uint8Array): Promise<Uint8Array | string> {
  return new TextDecoder('latin1').decode(bytes).includes('charset') ? bytes : decode(bytes)
}

function nameOf(address: Address): string {
  if (address.group) return `${address.name}: ${address.group.map(nameOf).join(', ')}`
  return address.name ? `${address.name} <${address.address}>` : address.address
}
