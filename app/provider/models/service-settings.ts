/** How a model's service is reached. */
export interface ServiceSettings {
  baseUrl: string
  /** Empty for a service that wants none. */
  apiKey: string
  /** Milliseconds that the model may be silent, at first and between two pieces; 30 seconds where not given. */
  patience?: number
}
