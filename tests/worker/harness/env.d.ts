import type { D1Migration } from 'cloudflare:test'

declare global {
  namespace Cloudflare {
    /** What `vitest.config.ts` binds besides the Worker's own. */
    interface Env {
      TEST_MIGRATIONS: D1Migration[]
      /** Cloudflare's limiter, as it runs locally: two calls a minute. */
      TEST_CALL_RATE: RateLimit
      /** The private JWK of the signer that the Worker under test trusts. */
      TEST_SIGNING_KEY: string
      /** The bucket at the S3 server; `s3Credentials` open it. */
      TEST_S3_URL: string
      /** The server of the web's sites (`tests/sites-server.ts`). */
      TEST_SITES_URL: string
      /** What `npm run chaos` has tried of failing storage, `{seed, tries}`; empty in the tests. */
      TEST_STORAGE_FAULTS: string
      /** What `npm run chaos` has tried of orders, `{seed, tries}`; empty in the tests. */
      TEST_RACES: string
      /** The server of an embedding model (`tests/embeddings-server.ts`). */
      TEST_EMBEDDINGS_URL: string
    }
  }
}
