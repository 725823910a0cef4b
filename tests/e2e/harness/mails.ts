import { inject } from 'vitest'
import { apiKey, projectId } from '../../../scripts/local/settings.ts'

/** The code of the latest mail of a kind to an address, as the emulator shows it; it sends none. */
export async function mailedCode(email: string, kind: 'PASSWORD_RESET' | 'VERIFY_EMAIL'): Promise<string | undefined> {
  const response = await fetch(`${inject('authUrl')}/emulator/v1/projects/${projectId}/oobCodes`)
  const { oobCodes } = (await response.json()) as {
    oobCodes: { email: string; oobCode: string; requestType: string }[]
  }
  return oobCodes.findLast((code) => code.email === email && code.requestType === kind)?.oobCode
}

/** A call that Firebase's pages make for whoever asks: a new account, or what the link of a mail does with its code. */
export async function accountCall(call: 'signUp' | 'resetPassword' | 'update', body: object): Promise<void> {
  const response = await fetch(
    `${inject('authUrl')}/identitytoolkit.googleapis.com/v1/accounts:${call}?key=${apiKey}`,
    {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    },
  )
  if (!response.ok) throw new Error(`accounts:${call} answers ${response.status}`)
}
