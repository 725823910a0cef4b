/** Where a service is. */
export interface ServiceAddress {
  baseUrl: string
  /** None for a service that wants none. */
  apiKey?: string
}

/** How a model's service is used. */
export interface ServiceSettings extends ServiceAddress {
  /** Tokens that prompt and answer may have together. */
  contextTokens: number
  /** Milliseconds that the model may be silent, at first and between two pieces; 30 seconds where not given. */
  idleTimeoutMs?: number
  /** The service has told that the model cannot use tools. */
  lacksTools?: boolean
}
