import { cp, readFile } from 'node:fs/promises'
import { basename } from 'node:path'
import { fileURLToPath } from 'node:url'
import { paraglideVitePlugin } from '@inlang/paraglide-js'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig, type Plugin } from 'vite'
import { paraglideOptions } from './paraglide.options.ts'

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url))
const outDir = here('./public/viewer')

/** Builds the document viewer, a page of its own that the app embeds in a sandbox: `vite build --config viewer.config.ts`. */
export default defineConfig({
  root: here('./app/viewer'),
  base: './',
  publicDir: false,
  resolve: { tsconfigPaths: true },
  build: {
    outDir,
    emptyOutDir: true,
    target: 'es2022',
    modulePreload: false,
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    rolldownOptions: { input: [here('./app/viewer/index.html'), here('./app/viewer/recognise.html')] },
  },
  plugins: [
    paraglideVitePlugin({
      ...paraglideOptions,
      project: here(paraglideOptions.project),
      outdir: here(paraglideOptions.outdir),
      strategy: [...paraglideOptions.strategy],
    }),
    tailwindcss(),
    pdfResources(),
    recognitionResources(),
  ],
})

/** Copies what pdf.js fetches at need: CJK character maps, the standard fonts, image decoders and colour profiles. */
function pdfResources(): Plugin {
  return {
    name: 'pdf-resources',
    async closeBundle() {
      for (const folder of ['cmaps', 'standard_fonts', 'wasm', 'iccs']) {
        await cp(here(`./node_modules/pdfjs-dist/${folder}`), `${outDir}/${folder}`, {
          recursive: true,
          filter: (path) => !path.includes('quickjs'),
        })
      }
    },
  }
}

/**
 * Copies what tesseract.js fetches to recognise text: its WebAssembly, of which a browser takes the variant that it can run,
 * and what it knows of English and Japanese.
 */
function recognitionResources(): Plugin {
  const core = ['tesseract-core-lstm', 'tesseract-core-simd-lstm', 'tesseract-core-relaxedsimd-lstm']
  const files = [
    ...core.map((name) => `tesseract.js-core/${name}.wasm.js`),
    ...['eng', 'jpn'].map((language) => `@tesseract.js-data/${language}/4.0.0_best_int/${language}.traineddata.gz`),
  ]
  return {
    name: 'recognition-resources',
    async closeBundle() {
      for (const file of files) await cp(here(`./node_modules/${file}`), `${outDir}/ocr/${basename(file)}`)
    },
  }
}

/**
 * Gives the built viewer the headers of `public/_headers` on the app's development server, which does not read that file,
 * and its page at `/viewer/`, as Cloudflare serves it.
 */
export function viewerOnDevServer(): Plugin {
  return {
    name: 'viewer-on-dev-server',
    apply: 'serve',
    async configureServer(server) {
      const headers = viewerHeaders(await readFile(here('./public/_headers'), 'utf8'))
      server.middlewares.use((request, response, next) => {
        if (request.url?.startsWith('/viewer/')) {
          for (const [name, value] of headers) response.setHeader(name, value)
          if (request.url === '/viewer/') request.url = '/viewer/index.html'
        }
        next()
      })
    },
  }
}

/** The headers below the line `/viewer/*`, up to the next path. */
function viewerHeaders(file: string): [name: string, value: string][] {
  const block = /^\/viewer\/\*\n((?: +.+\n?)+)/m.exec(file)?.[1] ?? ''
  return [...block.matchAll(/^ +([^:]+): *(.+)$/gm)].map(([, name, value]) => [name!, value!])
}
