import { concatenated } from '~/encoding/concatenated.ts'
import { UnreadableDocument } from '../document.ts'
import { charsetEncoding, codePageEncoding, isDoubleByte, symbolCharset } from './encodings.ts'
import type { Token } from './tokens.ts'

/** Groups in groups; what nests deeper was made to exhaust memory. */
const mostNested = 1_000
const words = (text: string) => new Set(text.split(' '))
/** Groups whose text is about the document, and not in it. */
const hiddenGroups = words(
  'colortbl stylesheet info pict objdata fldinst list listlevel lfolevel themedata colorschememapping datastore latentstyles listtable filetbl ' +
    'listoverridetable revtbl rsidtbl generator xmlnstbl pgptbl nonshppict sp private atnid atnauthor atntime atnicn ' +
    'atndate atnref tc xe template ftnsep ftnsepc ftncn aftnsep aftnsepc aftncn falt panose background',
)
/** Groups that readers may pass over, and that hold text all the same. */
const shownGroups = words('shpinst shptxt annotation fldrslt')
/** Groups that stand beside the text: they are added after the page where they are. */
const asides = words('footnote annotation header headerl headerr headerf footer footerl footerr footerf')
const characters: Record<string, string> = {
  par: '\n',
  line: '\n',
  page: '\f',
  row: '\n',
  nestrow: '\n',
  cell: '\t',
  nestcell: '\t',
  tab: ' ',
  emspace: ' ',
  enspace: ' ',
  qmspace: ' ',
  '~': ' ',
  emdash: '—',
  endash: '–',
  bullet: '•',
  lquote: '‘',
  rquote: '’',
  ldblquote: '“',
  rdblquote: '”',
  _: '-',
  '\\': '\\',
  '{': '{',
  '}': '}',
  '\n': '\n',
  '\r': '\n',
}

/** What holds until a group ends. */
interface Group {
  /** Its text is not read. */
  hidden: boolean
  /** It is the group of a footnote and the like. */
  aside: boolean
  isFontTable: boolean
  font: number
  /** The font of East Asian letters, which `\dbch` chooses. */
  eastAsianFont: number | undefined
  isEastAsian: boolean
  /** Characters after a `\u` that stand for it in programs without Unicode. */
  fallback: number
  inTable: boolean
}

/** Reads RTF token by token into text. */
export class RtfText {
  isRtf = false
  private group: Group = {
    hidden: false,
    aside: false,
    isFontTable: false,
    font: 0,
    eastAsianFont: undefined,
    isEastAsian: false,
    fallback: 1,
    inTable: false,
  }
  private readonly groups: Group[] = []
  /** The text, and while one is read, the texts that a footnote and the like interrupt. */
  private readonly texts = ['']
  private readonly notes: string[] = []
  private readonly seenAsides = new Set<string>()
  private readonly fonts = new Map<number, number>()
  private documentEncoding = 'windows-1252'
  private defaultFont = 0
  private bytes: Uint8Array[] = []
  private bytesEncoding = ''
  private toSkip = 0
  /** A section has ended; whether the next begins a page, it says itself. */
  private sectionEnded = false
  /** Whether a group has just begun, and whether its first word may be passed over by those who do not know it (`\*`). */
  private atStart = false
  private isOptional = false
  private hasEnded = false

  take(token: Token): void {
    if (this.hasEnded) return
    if (token.kind === 'control') this.control(token.name, token.value)
    else if (token.kind === 'text') this.takeBytes(token.bytes)
    else if (token.kind === 'open') this.open()
    else this.close()
    this.atStart = token.kind === 'open'
  }

  finish(): string {
    this.flush()
    while (this.texts.length > 1) this.closeAside()
    this.closePage()
    return this.texts[0]!
  }

  private open(): void {
    if (this.groups.length >= mostNested) throw new UnreadableDocument('damaged')
    this.flush()
    this.toSkip = 0
    this.groups.push(this.group)
    this.group = { ...this.group, aside: false }
  }

  private close(): void {
    this.flush()
    this.toSkip = 0
    if (this.group.aside) this.closeAside()
    this.group = this.groups.pop() ?? this.group
    this.hasEnded = this.groups.length === 0
  }

  private takeBytes(bytes: Uint8Array): void {
    const shown = this.toSkip > 0 ? bytes.subarray(this.toSkip) : bytes
    this.toSkip = Math.max(0, this.toSkip - bytes.length)
    if (this.group.hidden || this.group.isFontTable || shown.length === 0) return
    const encoding = this.encoding()
    if (encoding !== this.bytesEncoding) this.flush()
    this.bytesEncoding = encoding
    this.bytes.push(shown)
  }

  private control(name: string, value: number | undefined): void {
    if (this.toSkip > 0 && name !== '*') {
      this.toSkip--
      return
    }
    const optional = this.isOptional
    this.isOptional = name === '*' && this.atStart
    if (optional && !shownGroups.has(name)) this.group.hidden = true
    if (hiddenGroups.has(name)) this.group.hidden = true
    else if (name === 'fonttbl') this.group.isFontTable = true
    else if (asides.has(name) && !this.group.hidden) this.openAside()
    else if (name === 'u') this.unicode(value ?? 0)
    else if (Object.hasOwn(characters, name)) this.write(this.group.inTable && name === 'par' ? ' ' : characters[name]!)
    else this.property(name, value)
  }

  private property(name: string, value = 0): void {
    const { group } = this
    if (name === 'rtf') this.isRtf = true
    else if (name === 'sect') this.endSection()
    else if (name === 'sbknone') this.sectionEnded = false
    else if (name === 'plain') group.font = this.defaultFont
    else if (name === 'ansicpg') this.documentEncoding = codePageEncoding(value)
    else if (name === 'mac') this.documentEncoding = 'macintosh'
    else if (name === 'deff') group.font = this.defaultFont = value
    else if (name === 'f') group.font = value
    else if (name === 'fcharset' && group.isFontTable) this.fonts.set(group.font, value)
    else if (name === 'dbch' || name === 'loch' || name === 'hich') group.isEastAsian = name === 'dbch'
    else if (name === 'af' && group.isEastAsian) group.eastAsianFont = value
    else if (name === 'uc') group.fallback = Math.max(0, value)
    else if (name === 'intbl') group.inTable = true
    else if (name === 'pard') group.inTable = false
    else if (name === 'deleted') group.hidden = true
  }

  private endSection(): void {
    this.write('\n')
    this.sectionEnded = !this.group.hidden
  }

  /** A character of UTF-16, as a signed number; what stands for it is skipped. */
  private unicode(value: number): void {
    this.write(String.fromCharCode(value & 0xffff))
    this.toSkip = this.group.fallback
  }

  private write(text: string): void {
    if (this.group.hidden || this.group.isFontTable) return
    this.flush()
    this.append(text)
  }

  private append(text: string): void {
    if (this.sectionEnded) {
      this.sectionEnded = false
      this.append('\f')
    }
    const current = this.texts.length - 1
    // A page ends with its notes; within a note there is no page.
    if (text === '\f' && current > 0) return
    if (text === '\f') this.closePage()
    // The last cell of a row ends before the row does.
    if (text === '\n') this.texts[current] = this.texts[current]!.replace(/\t$/, '')
    this.texts[current] += text
  }

  private openAside(): void {
    this.flush()
    this.group.aside = true
    this.group.inTable = false
    this.texts.push('')
  }

  /** Headers stand once, however many sections repeat them. */
  private closeAside(): void {
    const text = this.texts.pop()!.trim()
    if (this.seenAsides.has(text)) return
    this.seenAsides.add(text)
    this.notes.push(text)
  }

  private closePage(): void {
    if (this.notes.length > 0) this.texts[0] += `\n${this.notes.join('\n')}\n`
    this.notes.length = 0
  }

  private flush(): void {
    if (this.bytes.length === 0) return
    const bytes = concatenated(this.bytes)
    this.bytes = []
    if (this.bytesEncoding !== '') this.append(decoded(bytes, this.bytesEncoding))
  }

  /** The encoding of the font; empty for one of signs. */
  private encoding(): string {
    const { font, eastAsianFont, isEastAsian } = this.group
    const charset = this.fonts.get(isEastAsian ? (eastAsianFont ?? font) : font)
    if (charset === symbolCharset) return ''
    const encoding = (charset === undefined ? undefined : charsetEncoding(charset)) ?? this.documentEncoding
    // Japanese, Chinese and Korean programs name their code page and leave the fonts as they are.
    return encoding === 'windows-1252' && isDoubleByte(this.documentEncoding) ? this.documentEncoding : encoding
  }
}

/** Among letters of one byte, an accented one may stand in a text of Japanese, Chinese or Korean fonts. */
function decoded(bytes: Uint8Array, encoding: string): string {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes)
  } catch {
    const high = bytes.filter((byte) => byte >= 0x80).length
    const isLatin = high === 1 || high < bytes.length / 2
    return new TextDecoder(isLatin ? 'windows-1252' : encoding).decode(bytes)
  }
}
