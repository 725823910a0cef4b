import { extractText, getDocumentProxy } from 'unpdf'
import { extractPages } from '~/provider/documents/extract.ts'

/** Reads the PDF that is posted: by the library alone, or as the product does. Answers with the characters read. */
export default {
  async fetch(request: Request): Promise<Response> {
    const bytes = new Uint8Array(await request.arrayBuffer())
    const pages = new URL(request.url).pathname === '/product' ? await product(bytes) : await library(bytes)
    return Response.json({ pages: pages.length, characters: pages.join('').length })
  },
}

async function product(bytes: Uint8Array): Promise<string[]> {
  const pages = await extractPages(bytes, 'bench.pdf', 'application/pdf')
  return pages.map(({ text }) => text)
}

async function library(bytes: Uint8Array): Promise<string[]> {
  const document = await getDocumentProxy(bytes)
  const { text } = await extractText(document, { mergePages: false })
  await document.loadingTask.destroy()
  return text
}
