import { ApiError } from '~/contract/errors.ts'
import type { Health, HealthCheck } from '~/contract/health.ts'
import { inTime } from '~/provider/documents/in-time.ts'
import { log } from '~/provider/log/log.ts'
import { type Check, checks } from './checks.ts'

/** Milliseconds that a check may take: what is slower does not work for anybody. */
const timeLimit = 3000
/** Milliseconds that a report is given again. Anyone may ask, and must not keep the databases busy by it. */
const keptFor = 5000

let latest: { report: Health; at: number } | undefined
let startedAt = -Infinity

/**
 * Whether the product works, as it was found some seconds ago at most. While one request looks, the others of its isolate get the
 * report before: no promise is shared between requests, since one that is cancelled would keep the others waiting.
 */
export async function currentHealth(env: Env): Promise<Health> {
  const isUnderWay = Date.now() - startedAt < timeLimit
  if (latest && (isUnderWay || Math.abs(Date.now() - latest.at) < keptFor)) return latest.report
  startedAt = Date.now()
  const report = await checkHealth(env)
  latest = { report, at: Date.now() }
  startedAt = -Infinity
  return report
}

/** Looks at everything that the product needs, all of it at once. */
export async function checkHealth(env: Env): Promise<Health> {
  const found = await Promise.all(
    Object.entries(checks).map(async ([name, check]) => ({ name, check, result: await perform(name, check, env) })),
  )
  const failed = found.filter(({ result }) => !result.ok)
  const isFailed = failed.some(({ check }) => check.isNeeded)
  return {
    status: isFailed ? 'failed' : failed.length > 0 ? 'degraded' : 'ok',
    version: env.VERSION?.id ?? 'unknown',
    checks: Object.fromEntries(found.map(({ name, result }) => [name, result])),
  }
}

async function perform(name: string, { run, failure }: Check, env: Env): Promise<HealthCheck> {
  try {
    const code = await inTime(run(env), timeLimit)
    return code === undefined ? { ok: true } : { ok: code === 'off', code }
  } catch (error) {
    log.error('health_check_failed', {
      check: name,
      code: failure,
      cause: failure === 'no_answer' ? error : wordsOf(error),
    })
    return { ok: false, code: failure }
  }
}

/** Of settings and migrations it is told which: these are our own words. */
const wordsOf = (error: unknown) => {
  const cause = error instanceof ApiError ? (error.cause ?? error) : error
  return cause instanceof Error ? cause.message : undefined
}
