import { runJobs } from './provider/queue.ts'

/**
 * The Worker that does what nobody waits for (`wrangler.jobs.toml`). An isolate's memory is shared by all that it does, so that a
 * large document would end the answers that stream beside it.
 */
export default { queue: runJobs } satisfies ExportedHandler<Env>
