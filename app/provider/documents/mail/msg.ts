import { decompressRTF } from '@kenjiuno/decompressrtf'
import { detectEncoding } from '~/encoding/detect-encoding.ts'
import type { CompoundFile } from '../compound-file.ts'
import { concatenated } from '~/encoding/concatenated.ts'
import type { Deadline } from '../deadline.ts'
import { type DocumentPage, UnreadableDocument, limits } from '../document.ts'
import { decodeHtml } from '../html/decode-html.ts'
import { htmlText } from '../html/html-text.ts'
import { rtfText } from '../rtf/rtf.ts'
import { codePageEncoding } from '../rtf/encodings.ts'
import { messagePages } from './message.ts'

/** Properties (MS-OXPROPS), by which the streams of a message are named. */
const properties = {
  subject: '0037',
  senderName: '0C1A',
  senderAddress: '5D01',
  senderEmail: '0C1F',
  displayTo: '0E04',
  displayCc: '0E03',
  body: '1000',
  html: '1013',
  compressedRtf: '1009',
  longFileName: '3707',
  fileName: '3704',
  displayName: '3001',
} as const
/** Properties of a fixed size, which stand together in one stream. */
const fixed = { clientSubmitTime: 0x0039, deliveryTime: 0x0e06, messageCodePage: 0x3ffd } as const
const [unicode, eightBit, binary] = ['001F', '001E', '0102']

/** Bytes of compressed Rich Text, which grow to eight times as many, each held as a number. */
const maxCompressed = 2 * 1024 * 1024

/** Whether a compound file is a message. */
export const isMsg = (file: CompoundFile) => file.has('__properties_version1.0')

/** Reads a message that Outlook saved (MS-OXMSG): its head, its text, and the names of what is attached. */
export async function readMsg(file: CompoundFile, deadline: Deadline): Promise<DocumentPage[]> {
  const values = fixedProperties(file.read('__properties_version1.0') ?? new Uint8Array())
  const read = textReader(file, await encodingOf(file, values.get(fixed.messageCodePage)))
  const sender = read(properties.senderAddress) || read(properties.senderEmail)
  const attachments: string[] = []
  for (const folder of file.folders.filter((name) => name.toLowerCase().startsWith('__attach')).toSorted()) {
    const name =
      read(properties.longFileName, folder) || read(properties.fileName, folder) || read(properties.displayName, folder)
    if (name) attachments.push(name)
    await deadline.check()
  }
  return messagePages({
    subject: read(properties.subject),
    from: withAddress(read(properties.senderName), sender),
    to: read(properties.displayTo),
    cc: read(properties.displayCc),
    date: timeOf(values.get(fixed.clientSubmitTime) ?? values.get(fixed.deliveryTime)),
    attachments,
    text: await bodyOf(file, read, deadline),
  })
}

type ReadText = (property: string, folder?: string) => string

/** The encoding of the texts that are not in Unicode: the message's code page, or what its longest texts tell. */
async function encodingOf(file: CompoundFile, codePage: bigint | undefined): Promise<string> {
  if (codePage) return codePageEncoding(Number(codePage))
  const texts = [properties.subject, properties.body].flatMap(
    (name) => file.read(`__substg1.0_${name}${eightBit}`) ?? [],
  )
  return detectEncoding(concatenated(texts).filter((byte) => byte !== 0))
}

/** Reads a property as text, in Unicode or the encoding of the message; empty where it is not there. */
function textReader(file: CompoundFile, encoding: string): ReadText {
  return (property, folder = '') => {
    const path = `${folder && `${folder}/`}__substg1.0_${property}`
    const wide = file.read(path + unicode)
    if (wide) return new TextDecoder('utf-16le').decode(wide).replaceAll('\0', '')
    return new TextDecoder(encoding).decode(file.read(path + eightBit)).replaceAll('\0', '')
  }
}

/** HTML has whole paragraphs, and tables; Rich Text is what Outlook kept where there is nothing else. */
async function bodyOf(file: CompoundFile, read: ReadText, deadline: Deadline): Promise<string> {
  const html = file.read(`__substg1.0_${properties.html}${binary}`)
  if (html) return (await htmlText(await decodeHtml(html), deadline)).text
  const body = read(properties.body)
  const compressed = file.read(`__substg1.0_${properties.compressedRtf}${binary}`)
  return body.trim() === '' && compressed ? rtfText(decompressed(compressed), deadline) : body
}

/** The library believes the sizes in the first bytes. */
function decompressed(bytes: Uint8Array): Uint8Array {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (bytes.length > maxCompressed) throw new UnreadableDocument('too_large')
  if (bytes.length < 16 || view.getInt32(0, true) + 4 > bytes.length) throw new UnreadableDocument('damaged')
  return Uint8Array.from(decompressRTF(bytes as unknown as number[]))
}

/** The values of the properties of a fixed size, by their numbers: 16 bytes each, after a head of 32 (MS-OXMSG, 2.4). */
function fixedProperties(bytes: Uint8Array): Map<number, bigint> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const values = new Map<number, bigint>()
  for (let at = 32; at + 16 <= bytes.length && values.size < limits.archiveEntries; at += 16) {
    values.set(view.getUint16(at + 2, true), view.getBigUint64(at + 8, true))
  }
  return values
}

/** A time in tenths of a microsecond since 1601, as ISO 8601; empty for none, or one that no calendar has. */
function timeOf(time: bigint | undefined): string {
  const milliseconds = Number((time ?? 0n) / 10_000n) - 11_644_473_600_000
  const isOfThisAge = milliseconds > 0 && milliseconds < 4_102_444_800_000
  return isOfThisAge ? new Date(milliseconds).toISOString() : ''
}

/** Addresses within one organisation are paths of its directory, which nobody reads. */
const withAddress = (name: string, address: string) =>
  address.includes('@') && address !== name ? `${name} <${address}>`.trim() : name
