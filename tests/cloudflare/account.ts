import { randomUUID } from 'node:crypto'
import type { DatabaseSync } from 'node:sqlite'

export interface Version {
  id: string
  /** Counts all versions of the account. */
  number: number
  annotations: Record<string, string>
  bindings: Binding[]
  resources: { script_runtime: { migration_tag: string | undefined } }
}

/** A version that was put in use. */
export interface Deployed {
  id: string
  created_on: string
  versions: { version_id: string; percentage: number }[]
}

export interface Binding {
  type: string
  name: string
  [key: string]: unknown
}

export interface Worker {
  versions: Version[]
  /** The latest first. */
  deployments: Deployed[]
  secrets: Map<string, string>
  migrationTag?: string
  isPublic: boolean
  crons: unknown
}

export const newWorker = (): Worker => ({
  versions: [],
  deployments: [],
  secrets: new Map(),
  isPublic: false,
  crons: [],
})

/** Puts versions of a Worker in use, a second after whatever was deployed before. */
export function deploy(workers: Account['workers'], name: string, versions: Deployed['versions']): Deployed {
  const count = [...workers.values()].reduce((sum, { deployments }) => sum + deployments.length, 0)
  const moment = new Date(Date.UTC(2026, 10, 23) + count * 1000).toISOString()
  const deployed = { id: randomUUID(), created_on: moment, versions }
  workers.get(name)!.deployments.unshift(deployed)
  return deployed
}

export interface Queue {
  queue_id: string
  queue_name: string
  consumers: { consumer_id: string; type: string; script: string; settings: unknown; dead_letter_queue?: string }[]
  messages: unknown[]
}

/** What the account has, by name. */
export interface Account {
  databases: Map<string, { uuid: string; created_at: string; location?: string; sqlite: DatabaseSync }>
  buckets: Map<string, { name: string; location?: string; rules?: unknown[] }>
  queues: Map<string, Queue>
  indexes: Map<string, { config: unknown; properties: string[] }>
  workers: Map<string, Worker>
}

/** An answer that is none of success. */
export class Refused {
  readonly status: number
  readonly code: number
  readonly message: string

  constructor(status: number, code: number, message: string) {
    this.status = status
    this.code = code
    this.message = message
  }
}
