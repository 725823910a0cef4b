import { z } from 'zod'
import { endpoint } from './endpoint.ts'

/** One thing that the product needs. `code` says what is wrong with it, or `off` where it is not configured and need not be. */
export const HealthCheck = z.object({
  ok: z.boolean(),
  code: z.enum(['off', 'no_answer', 'misconfigured', 'missing']).optional(),
})
export type HealthCheck = z.infer<typeof HealthCheck>

/** `degraded`: questions are answered, though something does not work; `failed`: they are not, or not all of them. */
export const Health = z.object({
  status: z.enum(['ok', 'degraded', 'failed']),
  /** The version of the Worker that answers, as Cloudflare names it. */
  version: z.string(),
  checks: z.record(z.string(), HealthCheck),
})
export type Health = z.infer<typeof Health>

export const health = endpoint({
  method: 'get',
  path: '/healthz',
  access: 'public',
  summary: 'Whether the product works, and which part does not: 503 where `status` is `failed`.',
  output: Health,
})
