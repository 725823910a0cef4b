import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { PDFDocument } from 'pdf-lib'
import { build, type Rolldown } from 'vite'
import { root } from '../../../scripts/local/packages.ts'
import { median } from '../median.ts'
import { start } from '../workers.ts'

/**
 * `npm run bench:pdf`: what reading a PDF of 300 pages costs, beside the library alone (unpdf, `extractText` page by page)
 * on the same file, in the same workerd. The product's way guards against bombs, puts lines together to paragraphs, leaves
 * running heads out and checks that the text means something. Processor time of workerd; Linux alone: it reads /proc.
 */
const goal = 1.5
const pages = 300
const runs = Number(process.env.RUNS ?? 7)
const sources = ['employee-handbook.pdf', '就業規則.pdf']

/** Modules of WebAssembly stay modules, as Wrangler has them: here PDFium's alone. */
const wasm = { id: './pdfium.wasm', external: true }

interface Run {
  cpu: number
  wall: number
  characters: number
}

const worker = await start({
  compatibilityDate: '2026-10-01',
  compatibilityFlags: ['nodejs_compat'],
  modules: await bundle(),
})
try {
  const pdf = await longPdf()
  const measured: Record<string, Run[]> = { library: [], product: [] }
  for (const way of ['library', 'product']) await read(way, pdf)
  // By turns, so that the machine's other work falls on both.
  for (let index = 0; index < runs; index++) {
    for (const way of ['library', 'product']) measured[way]!.push(await read(way, pdf))
  }
  report(pdf, measured.library!, measured.product!)
} finally {
  await worker.stop()
}

async function read(way: string, pdf: Uint8Array): Promise<Run> {
  const before = worker.cpu()
  const began = performance.now()
  const response = await fetch(`${worker.url}/${way}`, { method: 'POST', body: Buffer.from(pdf) })
  const answer = (await response.json()) as { pages: number; characters: number }
  if (answer.pages !== pages) throw new Error(`${way} read ${answer.pages} pages of ${pages}`)
  return { cpu: worker.cpu() - before, wall: performance.now() - began, characters: answer.characters }
}

/** The pages of an English and a Japanese document, by turns: real typesetting with subset fonts. */
async function longPdf(): Promise<Uint8Array> {
  const long = await PDFDocument.create()
  const documents = await Promise.all(
    sources.map((name) => PDFDocument.load(readFileSync(join(root, 'samples', name)))),
  )
  while (long.getPageCount() < pages) {
    for (const document of documents) {
      for (const page of await long.copyPages(document, document.getPageIndices())) {
        if (long.getPageCount() < pages) long.addPage(page)
      }
    }
  }
  return long.save()
}

async function bundle() {
  const built = (await build({
    root,
    configFile: false,
    logLevel: 'error',
    resolve: { tsconfigPaths: true },
    define: { 'process.env.NODE_ENV': '"production"' },
    ssr: { noExternal: true, target: 'webworker' },
    build: {
      ssr: join(import.meta.dirname, 'worker.ts'),
      write: false,
      minify: true,
      rolldownOptions: { external: [/^cloudflare:/, /^node:/], output: { chunkFileNames: '[name]-[hash].js' } },
    },
    plugins: [{ name: 'wasm', enforce: 'pre', resolveId: (id) => (id.endsWith('.wasm') ? wasm : undefined) }],
  })) as Rolldown.RolldownOutput
  const chunks = built.output
    .filter((part) => part.type === 'chunk')
    .toSorted((one, other) => Number(other.isEntry) - Number(one.isEntry))
    .map(({ fileName, code }) => ({ type: 'ESModule' as const, path: fileName, contents: code }))
  const pdfium = readFileSync(join(root, 'node_modules/@hyzyla/pdfium/dist/pdfium.wasm'))
  return [...chunks, { type: 'CompiledWasm' as const, path: 'pdfium.wasm', contents: pdfium }]
}

function report(pdf: Uint8Array, library: Run[], product: Run[]) {
  const row = (measured: Run[]) => ({
    'CPU ms': median(measured.map(({ cpu }) => cpu)),
    'wall ms': Math.round(median(measured.map(({ wall }) => wall))),
    characters: measured[0]!.characters,
  })
  console.table({ library: row(library), product: row(product) })
  const ratio = median(product.map(({ cpu }) => cpu)) / median(library.map(({ cpu }) => cpu))
  const good = ratio <= goal
  console.log(
    `${pages} pages, ${Math.round(pdf.length / 1024)} KB, medians of ${runs}: ` +
      `CPU ${ratio.toFixed(2)}× (goal ${goal}): ${good ? 'reached' : 'missed'}`,
  )
  process.exitCode = good ? 0 : 1
}
