import { fileURLToPath } from 'node:url'
import { cloudflareTest, readD1Migrations } from '@cloudflare/vitest-plugin'
import { kCurrentWorker } from 'miniflare'
import { paraglideVitePlugin } from '@inlang/paraglide-js'
import { defineConfig } from 'vitest/config'
import { paraglideOptions } from './paraglide.options.ts'
import { serveAsset, startBindings } from './tests/worker/harness/bindings.ts'

// The whole Worker is loaded module by module: the fewer, the sooner. So a language's messages are one module here, and libraries
// of many modules are bundled.
const compiledMessages = fileURLToPath(new URL('test-results/paraglide', import.meta.url))
const messagesInOneFile = paraglideVitePlugin({
  ...paraglideOptions,
  strategy: [...paraglideOptions.strategy],
  outdir: compiledMessages,
  outputStructure: 'locale-modules',
})

const bundled = [
  'zod',
  'drizzle-orm',
  'drizzle-orm/d1',
  'drizzle-orm/durable-sqlite',
  'drizzle-orm/sqlite-core',
  'hono',
  '@hono/zod-openapi',
  'jose',
  'openai',
  'ai',
  '@ai-sdk/openai',
  '@modelcontextprotocol/sdk/server/mcp.js',
  '@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js',
  '@modelcontextprotocol/sdk/types.js',
  '@modelcontextprotocol/sdk/client/index.js',
  '@modelcontextprotocol/sdk/client/streamableHttp.js',
  '@modelcontextprotocol/sdk/client/auth.js',
]

export default defineConfig({
  test: {
    // The cache of transformed modules loses files with this pair of versions.
    fsModuleCache: false,
    // Tests of the Worker wait more than they work.
    maxWorkers: 2,
    // Some documents and databases are large, and some machines slow.
    testTimeout: 20_000,
    expect: { poll: { timeout: 10_000 } },
    projects: [
      {
        resolve: { tsconfigPaths: true },
        // KaTeX's style sheet has an address, as in the product: React warns of a link without one.
        test: { name: 'unit', include: ['tests/unit/**/*.test.ts?(x)'], css: { include: [/katex/] } },
      },
      {
        resolve: { tsconfigPaths: true, alias: { '~/paraglide': compiledMessages } },
        plugins: [
          messagesInOneFile,
          cloudflareTest(async () => ({
            main: './tests/worker/harness/entry.ts',
            wrangler: { configPath: './wrangler.toml' },
            miniflare: {
              // The reader runs in the Worker under test, through the same interface as in one of its own. The queue has no
              // consumer: tests deliver jobs themselves, and one of its own would come amid another file, or hang the run's end.
              serviceBindings: { ASSETS: serveAsset, READER: { name: kCurrentWorker, entrypoint: 'DocumentReader' } },
              ratelimits: { TEST_CALL_RATE: { namespace_id: '1', simple: { limit: 2, period: 60 } } },
              bindings: { ...(await startBindings()), TEST_MIGRATIONS: await readD1Migrations('./migrations') },
            },
          })),
        ],
        test: {
          name: 'worker',
          // A workerd that has loaded the Worker runs file after file; `setup.ts` empties its storage before each.
          isolate: false,
          deps: { optimizer: { ssr: { enabled: true, include: bundled } } },
          include: ['tests/worker/**/*.test.ts'],
          setupFiles: ['./tests/worker/harness/setup.ts'],
        },
      },
    ],
  },
})
