/**
 * The character maps that PDFs refer to by name whose Chinese, Japanese and Korean fonts are not embedded; each is a chunk of
 * its own, loaded when needed.
 */
const maps = import.meta.glob<string>('/node_modules/pdfjs-dist/cmaps/*.bcmap', {
  query: '?url&inline',
  import: 'default',
})

/** Hands PDF.js its data files from the bundle: a Worker has no files beside it and must not fetch a page's. */
export class BundledDataFactory {
  async fetch({ kind, filename }: { kind: string; filename: string }): Promise<Uint8Array> {
    const load = kind === 'cMapUrl' ? maps[`/node_modules/pdfjs-dist/cmaps/${filename}`] : undefined
    if (!load) throw new Error(`No bundled ${kind} ${filename}`)
    const dataUrl = await load()
    return Uint8Array.from(atob(dataUrl.slice(dataUrl.indexOf(',') + 1)), (character) => character.charCodeAt(0))
  }
}
