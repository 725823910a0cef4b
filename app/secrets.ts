/**
 * The Worker's secrets. They are in no configuration: a variable of the same name would replace the secret with every deployment.
 * `SIGNING_SECRET` every deployment has; the others only where what they open is used.
 */
export const optionalSecrets = [
  'OPENAI_API_KEY',
  'ANTHROPIC_API_KEY',
  'GOOGLE_API_KEY',
  'WORKERS_AI_API_KEY',
  'EMBEDDING_API_KEY',
  'RERANK_API_KEY',
  'TRANSCRIPTION_API_KEY',
  'R2_SECRET_ACCESS_KEY',
  'GOOGLE_PRIVATE_KEY',
] as const

export const secretNames = ['SIGNING_SECRET', ...optionalSecrets] as const

type OptionalSecrets = Partial<Record<(typeof optionalSecrets)[number], string>>

interface Secrets extends OptionalSecrets {
  SIGNING_SECRET: string
}

declare global {
  interface Env extends Secrets {}
  namespace Cloudflare {
    interface Env extends Secrets {}
  }
}
