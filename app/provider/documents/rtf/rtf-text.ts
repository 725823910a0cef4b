import { concatenated } from '~/encoding/concatenated.ts'
import { UnreadableDocument } from '../document.ts'
import { symbolOf } from '../office-symbols.ts'
import { charsetEncoding, codePageEncoding, decoded, isDoubleByte, signs, symbolCharset } from './encodings.ts'
import { FormField } from './form-field.ts'
import type { Token } from './tokens.ts'
import { type Aside, asides, characters, hiddenGroups, shownGroups } from './words.ts'

/** Groups in groups; what nests deeper was made to exhaust memory. */
const maxNested = 1_000
/** What holds until a group ends. */
interface Group {
  /** Its text is not read. */
  hidden: boolean
  /** It is the group of a footnote and the like. */
  aside: Aside | undefined
  /** It is the group of a form's field. */
  isForm: boolean
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
    aside: undefined,
    isForm: false,
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
  private readonly seenNotes = new Set<string>()
  /** Text boxes of paragraphs that have not ended, with how deep in asides these are. */
  private boxes: { depth: number; text: string }[] = []
  private form = new FormField()
  private fieldIsHidden = false
  private readonly fonts = new Map<number, { charset?: number; name: string }>()
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
    while (this.texts.length > 1) this.closeNote(this.texts.pop()!)
    this.closePage()
    return this.texts[0]!
  }

  private open(): void {
    if (this.groups.length >= maxNested) throw new UnreadableDocument('damaged')
    this.flush()
    this.toSkip = 0
    this.groups.push(this.group)
    this.group = { ...this.group, aside: undefined, isForm: false }
  }

  private close(): void {
    this.flush()
    this.toSkip = 0
    if (this.group.aside) this.closeAside()
    if (this.group.isForm && !this.fieldIsHidden) this.append(this.form.text)
    this.group = this.groups.pop() ?? this.group
    this.hasEnded = this.groups.length === 0
  }

  private takeBytes(bytes: Uint8Array): void {
    const shown = this.toSkip > 0 ? bytes.subarray(this.toSkip) : bytes
    this.toSkip = Math.max(0, this.toSkip - bytes.length)
    if (this.group.hidden || shown.length === 0) return
    if (this.group.isFontTable) return this.nameFont(shown)
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
    else if (name === 'ffl' || (asides.has(name) && !this.group.hidden)) this.openAside(asides.get(name)!)
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
    else if (name === 'fcharset' && group.isFontTable) this.fonts.set(group.font, { charset: value, name: '' })
    else if (name === 'dbch' || name === 'loch' || name === 'hich') group.isEastAsian = name === 'dbch'
    else if (name === 'af' && group.isEastAsian) group.eastAsianFont = value
    else if (name === 'uc') group.fallback = Math.max(0, value)
    else if (name === 'intbl') group.inTable = true
    else if (name === 'pard') group.inTable = false
    else if (name === 'deleted') group.hidden = true
    else if (name === 'field') this.fieldIsHidden = group.hidden
    else if (name === 'formfield') this.openForm()
    else if (name.startsWith('ff')) this.form.set(name, value)
  }

  private openForm(): void {
    this.form = new FormField()
    this.group.isForm = true
  }

  private nameFont(bytes: Uint8Array): void {
    const font = this.fonts.get(this.group.font)
    if (font) font.name += String.fromCharCode(...bytes.subarray(0, 100))
  }

  private endSection(): void {
    this.write('\n')
    this.sectionEnded = !this.group.hidden
  }

  /** A character of UTF-16, as a signed number; what stands for it is skipped. */
  private unicode(value: number): void {
    const code = value & 0xffff
    const font = this.font()
    const isSymbol = font?.charset === symbolCharset && code >= 0xf000 && code <= 0xf0ff
    this.write(isSymbol ? symbolOf(nameOf(font), code) : String.fromCharCode(code))
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
    if (text === '\n') this.closeParagraph()
  }

  private closeParagraph(): void {
    const depth = this.texts.length - 1
    const boxes = this.boxes.filter((box) => box.depth === depth)
    if (boxes.length === 0) return
    this.boxes = this.boxes.filter((box) => box.depth !== depth)
    this.texts[depth] += `${boxes.map(({ text }) => text).join('\n')}\n`
  }

  private openAside(kind: Aside): void {
    this.flush()
    this.group.aside = kind
    this.group.hidden = false
    this.group.inTable = false
    this.texts.push('')
  }

  private closeAside(): void {
    this.closeParagraph()
    const text = this.texts.pop()!
    if (this.group.aside === 'note') this.closeNote(text)
    else if (this.group.aside === 'entry') this.form.entries.push(text.trim())
    else if (text.trim() !== '') this.boxes.push({ depth: this.texts.length - 1, text: text.trim() })
  }

  /** Headers stand once, however many sections repeat them. */
  private closeNote(note: string): void {
    const text = note.trim()
    if (this.seenNotes.has(text)) return
    this.seenNotes.add(text)
    this.notes.push(text)
  }

  private closePage(): void {
    if (this.boxes.length > 0) this.texts[0] += '\n'
    this.closeParagraph()
    if (this.notes.length > 0) this.texts[0] += `\n${this.notes.join('\n')}\n`
    this.notes.length = 0
  }

  private flush(): void {
    if (this.bytes.length === 0) return
    const bytes = concatenated(this.bytes)
    this.bytes = []
    this.append(decoded(bytes, this.bytesEncoding))
  }

  private font() {
    const { font, eastAsianFont, isEastAsian } = this.group
    return this.fonts.get(isEastAsian ? (eastAsianFont ?? font) : font)
  }

  /** The encoding of the font, or its name if it is one of signs. */
  private encoding(): string {
    const font = this.font()
    const charset = font?.charset
    if (charset === symbolCharset) return signs + nameOf(font)
    const encoding = (charset === undefined ? undefined : charsetEncoding(charset)) ?? this.documentEncoding
    // Japanese, Chinese and Korean programs name their code page and leave the fonts as they are.
    return encoding === 'windows-1252' && isDoubleByte(this.documentEncoding) ? this.documentEncoding : encoding
  }
}

/** The name of a font, which ends with a semicolon in the table. */
const nameOf = (font: { name: string } | undefined) => font?.name.split(';', 1)[0]!.trim() ?? ''
