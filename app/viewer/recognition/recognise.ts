import { createWorker, OEM, type Worker } from 'tesseract.js'
import workerAsset from 'tesseract.js/dist/worker.min.js?url'
import type { Language } from './protocol.ts'
import { textOf } from './text-of.ts'

/** Beside this page, where the build has put them: the recogniser's WebAssembly, and what it knows of the languages. */
const resources = new URL('ocr/', document.baseURI).href

let worker: Promise<Worker> | undefined

/**
 * Recognises the text of a picture; empty where none can be read. Everything it takes comes from this site. It is started
 * with the languages of the first picture, and keeps some 200 MB until the frame is closed.
 */
export async function recognise(picture: HTMLCanvasElement, languages: readonly Language[]): Promise<string> {
  const { recognize } = await (worker ??= start(languages))
  const { data } = await recognize(picture, {}, { text: false, blocks: true })
  return textOf(data.blocks ?? [])
}

const start = (languages: readonly Language[]) =>
  createWorker([...languages], OEM.LSTM_ONLY, {
    workerPath: new URL(workerAsset, import.meta.url).href,
    corePath: resources,
    langPath: resources,
    // A page without an origin has no storage.
    cacheMethod: 'none',
  })
