import { defineConfig } from 'vitest/config'

/** The browser tests. Those of one run share a product, so files run one after another; `npm test` has two runs. */
export default defineConfig({
  resolve: { tsconfigPaths: true },
  test: {
    name: 'e2e',
    include: ['tests/e2e/**/*.test.ts'],
    globalSetup: ['tests/e2e/harness/global-setup.ts'],
    fileParallelism: false,
    // One process and one browser for all files: starting them anew took a tenth of the time.
    isolate: false,
    fsModuleCache: false,
    testTimeout: 60_000,
    // A busy machine may let a browser miss a deadline; what is broken fails twice.
    retry: 1,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 10_000 } },
  },
})
