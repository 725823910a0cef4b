import { defineConfig } from 'vitest/config'

/** The browser tests. Those of one run share a product, so files run one after another; `npm test` has two runs. */
export default defineConfig({
  resolve: { tsconfigPaths: true },
  test: {
    name: 'e2e',
    include: ['tests/e2e/**/*.test.ts'],
    globalSetup: ['tests/e2e/harness/global-setup.ts'],
    fileParallelism: false,
    // One process and one browser for all files: starting them for each took a tenth of the time.
    isolate: false,
    fsModuleCache: false,
    testTimeout: 60_000,
    // On a busy machine a browser may miss a deadline; what is broken fails twice. What was retried is named at the end.
    retry: 1,
    reporters: ['default', './tests/e2e/harness/retried-tests.ts'],
    hookTimeout: 60_000,
    expect: { poll: { timeout: 10_000 } },
  },
})
