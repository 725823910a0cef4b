import { cloudflare } from '@cloudflare/vite-plugin'
import { paraglideVitePlugin } from '@inlang/paraglide-js'
import { defineConfig } from 'vite'
import { paraglideOptions } from './paraglide.options.ts'

/** Builds the Worker that reads documents into `dist/reader`: `vite build --config reader.config.ts`. */
export default defineConfig({
  resolve: { tsconfigPaths: true },
  publicDir: false,
  environments: { reader: { build: { outDir: 'dist/reader' } } },
  plugins: [
    cloudflare({ viteEnvironment: { name: 'reader' }, configPath: './wrangler.reader.toml' }),
    // A report says its headings in the language of its reader.
    paraglideVitePlugin({ ...paraglideOptions, strategy: [...paraglideOptions.strategy] }),
  ],
})
