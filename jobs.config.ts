import type { PluginConfig, WorkerConfig } from '@cloudflare/vite-plugin'

type Auxiliary = NonNullable<PluginConfig['auxiliaryWorkers']>[number]

/** The Worker that does the jobs, built and served along with the app: it reaches the same data, under the same names. */
export const jobsWorker: Auxiliary = {
  configPath: './wrangler.jobs.toml',
  viteEnvironment: { name: 'jobs' },
  config: (_own: WorkerConfig, { entryWorkerConfig: app }: { entryWorkerConfig: Partial<WorkerConfig> }) => ({
    vars: app.vars,
    d1_databases: app.d1_databases,
    r2_buckets: app.r2_buckets,
    vectorize: app.vectorize,
    services: app.services,
    queues: { producers: app.queues?.producers },
  }),
}
