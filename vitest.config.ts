import { cloudflareTest, readD1Migrations } from '@cloudflare/vitest-plugin'
import { defineConfig } from 'vitest/config'
import { serveAsset, startBindings } from './tests/worker/bindings.ts'

export default defineConfig({
  test: {
    // The cache of transformed modules loses files with this pair of versions.
    fsModuleCache: false,
    projects: [
      {
        resolve: { tsconfigPaths: true },
        test: { name: 'unit', include: ['tests/unit/**/*.test.ts?(x)'] },
      },
      {
        resolve: { tsconfigPaths: true },
        plugins: [
          cloudflareTest(async () => ({
            main: './tests/worker/entry.ts',
            wrangler: { configPath: './wrangler.toml' },
            miniflare: {
              serviceBindings: { ASSETS: serveAsset },
              bindings: { ...(await startBindings()), TEST_MIGRATIONS: await readD1Migrations('./migrations') },
            },
          })),
        ],
        test: {
          name: 'worker',
          include: ['tests/worker/**/*.test.ts'],
          setupFiles: ['./tests/worker/setup.ts'],
          // Some documents and databases are large, and some machines slow.
          testTimeout: 20_000,
        },
      },
    ],
  },
})
