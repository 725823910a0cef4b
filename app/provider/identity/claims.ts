import { ApiError } from '~/contract/errors.ts'
import { refusal } from './refusal.ts'
import type { IdentitySettings } from './settings.ts'

/** A person as the identity provider vouches for. The address is verified; `uid` is what stays the same. */
export interface Identity {
  uid: string
  email: string
  name: string | null
  picture: string | null
  /** Seconds since 1970: which of the person's sign-ins the token is of. It stays the same when the token is renewed. */
  signedInAt: number
}

/** How far, in seconds, the clocks of issuer and Worker may lie apart. */
export const clockTolerance = 5
/** Firebase's ID tokens live one hour, in seconds. */
export const maxLifetime = 3600
/** Anonymous, custom-token and e-mail-link sign-ins are not among the product's ways in. */
const signInProviders: unknown[] = ['password', 'google.com']

type Rule = (claims: Claims, settings: IdentitySettings, now: number) => boolean
type Claims = ReturnType<typeof claimsOf>

/**
 * What a payload has to be, in Firebase's terms (`Verify ID tokens using a third-party JWT library`) and beyond them.
 * `now` and all claims of time are in seconds since 1970.
 */
const rules: Record<string, Rule> = {
  "iss is the project's": ({ iss }, { projectId }) => iss === `https://securetoken.google.com/${projectId}`,
  'aud is the project, as a string': ({ aud }, { projectId }) => aud === projectId,
  'sub is a string of 1 to 128': ({ sub }) => typeof sub === 'string' && sub.length >= 1 && sub.length <= 128,

  'exp, iat and auth_time are integers': ({ exp, iat, auth_time }) => [exp, iat, auth_time].every(Number.isSafeInteger),
  'exp has not passed': ({ exp }, _, now) => Number(exp) > now - clockTolerance,
  'iat is not in the future': ({ iat }, _, now) => Number(iat) <= now + clockTolerance,
  'auth_time is not in the future': ({ auth_time }, _, now) => Number(auth_time) <= now + clockTolerance,
  // Firebase sends none.
  'nbf is not in the future': ({ nbf }, _, now) =>
    nbf === undefined || (Number.isSafeInteger(nbf) && Number(nbf) <= now + clockTolerance),
  'exp is at most an hour after iat': ({ exp, iat }) => Number(exp) - Number(iat) <= maxLifetime,

  // Without a configured tenant a token that has one is refused too: its accounts are another pool.
  'firebase.tenant is the configured one': ({ firebase }, { tenantId }) => firebase.tenant === tenantId,
  'firebase.sign_in_provider is allowed': ({ firebase }) => signInProviders.includes(firebase.sign_in_provider),

  'email is an address': ({ email }) => typeof email === 'string' && email.includes('@'),
  'email_verified is true or false': ({ email_verified }) => typeof email_verified === 'boolean',
}

/**
 * The person that a payload speaks of. Its signature has to have been verified before.
 *
 * @param now seconds since 1970
 * @throws ApiError `invalid_credentials` when a rule is broken; `email_not_verified` when none is, but nobody has confirmed
 *   the address yet: anyone may register an invited address with a password, and only its owner can confirm it
 */
export function identityOf(payload: Record<string, unknown>, settings: IdentitySettings, now: number): Identity {
  const claims = claimsOf(payload)
  for (const [name, holds] of Object.entries(rules)) {
    if (!holds(claims, settings, now)) throw refusal(name)
  }
  if (!claims.email_verified) throw new ApiError('email_not_verified')
  return {
    uid: claims.sub as string,
    email: claims.email as string,
    name: typeof claims.name === 'string' && claims.name.trim() ? claims.name.trim() : null,
    picture: isHttps(claims.picture) ? claims.picture : null,
    signedInAt: claims.auth_time as number,
  }
}

/** The claims by name, nothing known of their types. */
function claimsOf(payload: Record<string, unknown>) {
  const { iss, aud, sub, exp, iat, auth_time, nbf, email, email_verified, name, picture, firebase } = payload
  return { iss, aud, sub, exp, iat, auth_time, nbf, email, email_verified, name, picture, firebase: objectOf(firebase) }
}

function objectOf(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? { ...value } : {}
}

/** A person may set the picture of an account to any text; only an https address is shown. */
function isHttps(value: unknown): value is string {
  return typeof value === 'string' && URL.canParse(value) && new URL(value).protocol === 'https:'
}
