import type { Cloudflare } from './cloudflare.ts'
import type { Settings } from './settings.ts'

/** What is deployed, and where. */
export interface Deployment {
  environment: string
  /** Behind each name of its own. */
  suffix: string
  settings: Settings
  cloudflare: Cloudflare
  /** Secrets that this run was given, by name. */
  secrets: Record<string, string>
  /** A directory of its own for what is generated; git ignores it. */
  directory: string
  /** Of builds that are there already; without it, the sources are built where they have changed. */
  prebuilt: string | undefined
  /** Whether nobody is to be invited, since a backup is going to be restored. */
  isEmpty?: boolean
  /** Where people reach it: an origin. */
  address: string
}

/** A part of a deployment, as it was found. */
export interface Part {
  name: string
  /** What is to be done; none where the part is as it has to be. */
  change?: string
  /** Does it. @returns what there is to say of it afterwards */
  make?: () => Promise<string | void>
}

/** The names of what the Workers' configurations bind, as production has them. */
export const names = {
  database: 'app',
  bucket: 'app-files',
  queues: ['app-jobs', 'app-jobs-dead'],
  index: 'app-passages',
}
