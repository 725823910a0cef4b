import type { DatabaseSync } from 'node:sqlite'

export interface Version {
  id: string
  /** Counts all versions of the account. */
  number: number
  annotations: Record<string, string>
  bindings: Binding[]
}

export interface Binding {
  type: string
  name: string
  [key: string]: unknown
}

export interface Worker {
  versions: Version[]
  secrets: Map<string, string>
  migrationTag?: string
  isPublic: boolean
  crons: unknown
}

export interface Queue {
  queue_id: string
  queue_name: string
  consumers: { consumer_id: string; script: string; settings: unknown; dead_letter_queue?: string }[]
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
