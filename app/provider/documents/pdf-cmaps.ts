/** The character maps that PDFs with unembedded Japanese fonts refer to by name; each is a chunk of its own. */
const maps = import.meta.glob<string>(
  [
    '/node_modules/pdfjs-dist/cmaps/{78,83pv,90,Add,EUC,Ext,NWP,RKSJ,UniJIS,Adobe-Japan1}*.bcmap',
    '/node_modules/pdfjs-dist/cmaps/{H,V,Hankaku,Hiragana,Katakana,Roman,WP-Symbol}.bcmap',
  ],
  { query: '?url&inline', import: 'default' },
)

/** Hands PDF.js its data files from the bundle: a Worker has no files beside it and must not fetch a page's. */
export class BundledDataFactory {
  async fetch({ kind, filename }: { kind: string; filename: string }): Promise<Uint8Array> {
    const load = kind === 'cMapUrl' ? maps[`/node_modules/pdfjs-dist/cmaps/${filename}`] : undefined
    if (!load) throw new Error(`No bundled ${kind} ${filename}`)
    const dataUrl = await load()
    return Uint8Array.from(atob(dataUrl.slice(dataUrl.indexOf(',') + 1)), (character) => character.charCodeAt(0))
  }
}
