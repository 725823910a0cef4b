import { cloudflare } from '@cloudflare/vite-plugin'
import { defineConfig } from 'vite'

/** Builds the Worker that reads documents into `dist/reader`: `vite build --config reader.config.ts`. */
export default defineConfig({
  resolve: { tsconfigPaths: true },
  publicDir: false,
  environments: { reader: { build: { outDir: 'dist/reader' } } },
  plugins: [cloudflare({ viteEnvironment: { name: 'reader' }, configPath: './wrangler.reader.toml' })],
})
