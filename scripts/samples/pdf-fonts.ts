import { readFileSync } from 'node:fs'
import { create } from 'fontkit'
import type { PDFDocument, PDFFont } from 'pdf-lib'

/** Debian's fonts-noto-cjk; it is needed only to make the samples again. */
const folder = process.env.NOTO_CJK_DIR ?? '/usr/share/fonts/opentype/noto'

export interface Fonts {
  regular: PDFFont
  bold: PDFFont
}

export async function embedFonts(document: PDFDocument): Promise<Fonts> {
  const regular = await embed(document, 'Regular')
  const bold = await embed(document, 'Bold')
  return { regular, bold }
}

/**
 * pdf-lib speaks to the fontkit of its own fork, whose subsets lose Japanese glyphs. This hands it fontkit 2, whose
 * `encode` gives the whole subset at once where the fork's `encodeStream` gave a stream.
 */
async function embed(document: PDFDocument, weight: 'Regular' | 'Bold'): Promise<PDFFont> {
  document.registerFontkit({
    create(bytes: Uint8Array) {
      const font = create(Buffer.from(bytes), `NotoSansCJKjp-${weight}`)
      const createSubset = font.createSubset.bind(font)
      font.createSubset = () => Object.assign(createSubset(), { encodeStream })
      return font
    },
  } as unknown as Parameters<PDFDocument['registerFontkit']>[0])
  return document.embedFont(readFileSync(`${folder}/NotoSansCJK-${weight}.ttc`), { subset: true })
}

function encodeStream(this: { encode(): Uint8Array }) {
  const encoded = this.encode()
  const stream = {
    on(event: 'data' | 'end', listener: (data?: Uint8Array) => void) {
      queueMicrotask(() => listener(event === 'data' ? encoded : undefined))
      return stream
    },
  }
  return stream
}
