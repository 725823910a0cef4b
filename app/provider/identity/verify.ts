import { compactVerify, errors } from 'jose'
import { type Identity, identityOf } from './claims.ts'
import { signingKeys } from './keys.ts'
import { refusal } from './refusal.ts'
import type { IdentitySettings } from './settings.ts'
import { readToken } from './token.ts'

/**
 * Verifies a Firebase ID token: shape, key, RS256 signature, then every claim. There is this one path in every mode;
 * only the issuer and the address of the keys differ (`settings`).
 *
 * @throws ApiError `invalid_credentials` for a bad token, `email_not_verified` for a good one whose address nobody has
 *   confirmed, `service_unavailable` when the keys cannot be had
 */
export async function verifyIdToken(token: string, settings: IdentitySettings): Promise<Identity> {
  const { keyId, claims } = readToken(token)
  const key = await signingKeys(settings.keysUrl).find(keyId)
  if (!key) throw refusal('kid is the id of a current key')
  await requireSignature(key, token)
  return identityOf(claims, settings, Math.floor(Date.now() / 1000))
}

async function requireSignature(key: CryptoKey, token: string): Promise<void> {
  try {
    await compactVerify(token, key, { algorithms: ['RS256'] })
  } catch (error) {
    // Only the code: jose's errors carry the payload along.
    if (error instanceof errors.JOSEError) throw refusal(error.code)
    throw error
  }
}
