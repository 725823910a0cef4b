import { rename } from 'node:fs/promises'
import { join } from 'node:path'
import { cloudflare } from '@cloudflare/vite-plugin'
import { paraglideVitePlugin } from '@inlang/paraglide-js'
import tailwindcss from '@tailwindcss/vite'
import { tanstackStart } from '@tanstack/react-start/plugin/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { jobsWorker } from './jobs.config.ts'
import { paraglideOptions } from './paraglide.options.ts'
import { viewerOnDevServer } from './viewer.config.ts'

const dataDir = process.env.DATA_DIR ?? '.data'

export default defineConfig({
  resolve: { tsconfigPaths: true },
  build: {
    // The page may load fonts by their address alone (`font-src 'self'`).
    assetsInlineLimit: (path) => (path.endsWith('.woff2') ? false : undefined),
    modulePreload: {
      // The page's HTML names the parts that it needs. Naming in the code those of every other page, which nobody may
      // ever open, would make each first load larger.
      resolveDependencies: (_file, parts, { hostType }) =>
        hostType === 'js' ? parts.filter((part) => part.endsWith('.css')) : parts,
    },
  },
  // What every page needs is one file: it compresses better than in parts that no page does without.
  environments: {
    client: {
      build: { rolldownOptions: { output: { codeSplitting: { groups: [{ name: 'base', tags: ['$initial'] }] } } } },
    },
  },
  worker: { format: 'es' },
  server: { port: Number(process.env.PORT ?? 3000), strictPort: true },
  plugins: [
    cloudflare({
      viteEnvironment: { name: 'ssr' },
      configPath: './wrangler.toml',
      auxiliaryWorkers: [jobsWorker],
      persistState: { path: `${dataDir}/worker` },
    }),
    paraglideVitePlugin({ ...paraglideOptions, strategy: [...paraglideOptions.strategy] }),
    tailwindcss(),
    tanstackStart({ srcDirectory: 'app', client: { entry: 'client' }, server: { entry: 'server' } }),
    react(),
    viewerOnDevServer(),
    fontsAmongStaticFiles(),
  ],
})

/** A font that the Worker reads by its address is a static file, and no part of the Worker: Start builds it beside that. */
function fontsAmongStaticFiles(): Plugin {
  return {
    name: 'fonts-among-static-files',
    applyToEnvironment: ({ name }) => name === 'ssr',
    async writeBundle({ dir }, bundle) {
      for (const file of Object.keys(bundle).filter((name) => name.endsWith('.ttf'))) {
        await rename(join(dir!, file), join(dir!, '../client', file))
      }
    },
  }
}
