import type { ErrorCode } from '~/contract/errors.ts'
import type { System, SystemModel, SystemStore } from '~/contract/system.ts'
import { m } from '~/paraglide/messages'

/** What to do about a model; nothing where it is well. */
export function modelAdvice({ state, code }: Pick<SystemModel, 'state' | 'code'>): string | undefined {
  if (state === 'warning') return m.system_model_recovered()
  return state === 'error' ? (ofCode[code ?? 'unexpected'] ?? m.system_ask_operator)() : undefined
}

const ofCode: Partial<Record<ErrorCode, () => string>> = {
  service_http_error: m.system_model_refuses,
  service_unavailable: m.system_model_unreachable,
  service_timeout: m.system_model_slow,
}

export function questionsAdvice({ state }: Pick<System['questions'], 'state'>): string | undefined {
  return state === 'error' || state === 'warning' ? m.system_questions_fail() : undefined
}

const hour = 3_600_000

/** The worst comes first; files that failed are looked at where files are. */
export function processingAdvice(
  { state, oldest_at, queue, swept_at, failed }: System['processing'],
  checkedAt: string,
): string | undefined {
  if (state !== 'error' && state !== 'warning') return undefined
  const age = (time: string | null | undefined) => (time ? Date.parse(checkedAt) - Date.parse(time) : 0)
  if (Math.max(age(oldest_at), age(queue?.oldest_at)) >= hour / 4) return m.system_files_wait()
  if (age(swept_at) >= 2 * hour) return m.system_not_swept()
  return failed > 0 ? m.system_files_failed() : m.system_ask_operator()
}

export function storeAdvice({ name, state }: Pick<SystemStore, 'name' | 'state'>): string | undefined {
  if (state !== 'error' && state !== 'warning') return undefined
  return name === 'files' ? m.system_files_full() : m.system_database_full()
}

export function brokenAdvice({ code }: System['broken'][number]): string {
  if (code === 'missing') return m.system_broken_missing()
  return code === 'misconfigured' ? m.system_broken_settings() : m.system_broken_silent()
}
