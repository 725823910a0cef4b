import { createLocalJWKSet, jwtVerify, SignJWT } from 'jose'
import { ownProjectId } from '../../../app/provider/identity/local-projects.ts'
import type { SigningKey } from '../../local/identity/signing-key.ts'
import type { Account } from './store.ts'

/** Seconds that an ID token is taken: Firebase's, and the longest that the Worker takes. */
export const lifetime = 3600
/** Firebase's form of an issuer, which is the only one that the Worker knows. */
const issuer = `https://securetoken.google.com/${ownProjectId}`

/**
 * An ID token with the claims of Firebase's own. The address counts as confirmed: accounts are made for who was invited alone, and
 * the password is set by a link that went to that person.
 * @param authTime when the password was given: seconds since 1970
 */
export const idToken = ({ uid, email }: Account, authTime: number, { kid, privateKey }: SigningKey): Promise<string> =>
  new SignJWT({
    auth_time: authTime,
    user_id: uid,
    email,
    email_verified: true,
    firebase: { identities: { email: [email] }, sign_in_provider: 'password' },
  })
    .setProtectedHeader({ alg: 'RS256', kid, typ: 'JWT' })
    .setIssuer(issuer)
    .setAudience(ownProjectId)
    .setSubject(uid)
    .setIssuedAt()
    .setExpirationTime(`${lifetime}s`)
    .sign(privateKey)

/** Whose ID token it is, and when that person gave the password (seconds since 1970); nothing where it is not ours or is over. */
export async function readIdToken(
  token: string,
  { jwks }: SigningKey,
): Promise<{ uid: string; authTime: number } | undefined> {
  try {
    const options = { algorithms: ['RS256'], issuer, audience: ownProjectId }
    const { payload } = await jwtVerify(token, createLocalJWKSet(jwks), options)
    return { uid: payload.sub ?? '', authTime: Number(payload.auth_time) }
  } catch {
    return undefined
  }
}
