/** Environment variables. Not `NodeJS.ProcessEnv`: wrangler's types demand the Worker's variables of that. */
export type Environment = Record<string, string | undefined>

/**
 * Turns off the telemetry, the update checks and the downloads of the tools that we start, and the store of traces that they would keep
 * beside the data: it grows by hundreds of megabytes an hour, and has the words of searches and signatures.
 */
export const quiet = {
  WRANGLER_SEND_METRICS: 'false',
  WRANGLER_HIDE_BANNER: 'true',
  CLOUDFLARE_CF_FETCH_ENABLED: 'false',
  NO_UPDATE_NOTIFIER: '1',
  X_LOCAL_OBSERVABILITY: 'false',
}

/** Our environment for a quiet tool. */
export const quietEnv = (extra: Environment = {}): Environment => ({ ...process.env, ...quiet, ...extra })

/** The variables that are set and wanted. */
export const keptOf = (env: Environment, wanted: (name: string) => boolean): Environment =>
  Object.fromEntries(Object.entries(env).filter(([name, value]) => value && wanted(name)))
