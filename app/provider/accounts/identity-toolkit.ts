import { ApiError } from '~/contract/errors.ts'
import type { Language } from '~/contract/users.ts'
import { sign } from '~/provider/api/signature.ts'
import { ownAccountsGrant } from '~/provider/identity/local-projects.ts'
import { accessToken } from './access-token.ts'
import type { AccountSettings } from './settings.ts'

/** Milliseconds. */
const timeout = 10_000

/** Makes the account of an address, without a password; one that is there already stays as it is. */
export async function ensureAccount(settings: AccountSettings, email: string): Promise<void> {
  // Whoever sets the password by the mail has shown that the address is theirs; until then it is not verified.
  const response = await post(settings, '/accounts', { email, emailVerified: false })
  if (response.ok) return void (await response.body?.cancel())
  const code = await errorCode(response)
  if (code !== 'EMAIL_EXISTS') throw refused('accounts', response, code)
}

/** Has the mail sent with which a person sets the password. */
export async function sendPasswordReset(settings: AccountSettings, email: string, language: Language): Promise<void> {
  const body = { requestType: 'PASSWORD_RESET', email, returnOobLink: false }
  const response = await post(settings, '/accounts:sendOobCode', body, { 'x-firebase-locale': language })
  if (!response.ok) throw refused('accounts:sendOobCode', response, await errorCode(response))
  await response.body?.cancel()
}

/** A call of Google's Identity Toolkit (REST reference, `projects.accounts` and `projects.tenants.accounts`). */
async function post({ url, caller }: AccountSettings, path: string, body: object, headers?: HeadersInit) {
  const token = await tokenOf(caller)
  try {
    return await fetch(url + path, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
      redirect: 'manual',
      signal: AbortSignal.timeout(timeout),
    })
  } catch (cause) {
    throw new ApiError('service_unavailable', undefined, { cause })
  }
}

async function tokenOf(caller: AccountSettings['caller']): Promise<string> {
  if (caller === 'owner') return caller
  return 'email' in caller ? accessToken(caller) : sign(caller, ownAccountsGrant)
}

/** The code of a refusal: `EMAIL_EXISTS`, or in front of further words, which may repeat the address. */
async function errorCode(response: Response): Promise<string> {
  const body = (await response.json().catch(() => undefined)) as { error?: { message?: string } } | undefined
  return /^[A-Z_]+/.exec(body?.error?.message ?? '')?.[0] ?? 'no code'
}

const refused = (call: string, { status }: Response, code: string) =>
  new ApiError('service_http_error', undefined, { cause: new Error(`${call} answers ${status}: ${code}`) })
