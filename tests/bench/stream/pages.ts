import { mkdtemp, rm } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { build, preview } from 'vite'

const root = fileURLToPath(new URL('.', import.meta.url))

/** Builds the benchmark's pages as the product is built and serves them; gives their address. */
export async function servePages(): Promise<{ url: string; close(): Promise<void> }> {
  const outDir = await mkdtemp(join(tmpdir(), 'bench-stream-'))
  const shared = { root, configFile: false as const, logLevel: 'error' as const }
  await build({
    ...shared,
    resolve: { tsconfigPaths: true },
    worker: { format: 'es' },
    plugins: [tailwindcss(), react()],
    build: {
      outDir,
      emptyOutDir: true,
      rollupOptions: { input: ['product', 'streamdown'].map((name) => join(root, `${name}.html`)) },
    },
  })
  const server = await preview({ ...shared, build: { outDir }, preview: { port: 0, host: '127.0.0.1' } })
  const { port } = server.httpServer.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    async close() {
      await server.close()
      await rm(outDir, { recursive: true })
    },
  }
}
