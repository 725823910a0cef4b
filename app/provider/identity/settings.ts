import { ApiError } from '~/contract/errors.ts'
import { isLoopback } from './loopback.ts'
import { isDemoProject, ownProjectId } from './local-projects.ts'

/** Where Google publishes the keys that sign the ID tokens of every Firebase project. */
export const googleKeys = 'https://www.googleapis.com/service_accounts/v1/jwk/securetoken@system.gserviceaccount.com'

/** The Worker's variables that say whose tokens are taken. */
interface IdentityVariables {
  FIREBASE_PROJECT_ID: string
  /** Empty for a project without tenants. */
  FIREBASE_TENANT_ID: string
  /** Empty for Google's own address. */
  AUTH_JWKS_URL: string
}

/** Whose tokens are taken, and where their keys are found. */
export interface IdentitySettings {
  projectId: string
  tenantId: string | undefined
  keysUrl: string
}

/**
 * Reads the settings from the Worker's variables.
 * Keys of their own may have the two projects that Google cannot have, a demo's and that of one machine's accounts, and only on the
 * machine itself: a stray variable never hands a real project's accounts to another signer, and a deployed Worker, which reaches no
 * loopback, trusts nobody but Google.
 *
 * @throws ApiError `fatal` when the variables contradict that; the cause names the variable.
 */
export function identitySettings(variables: IdentityVariables): IdentitySettings {
  const projectId = variables.FIREBASE_PROJECT_ID
  const keysUrl = variables.AUTH_JWKS_URL || googleKeys
  if (!projectId) throw misconfigured('FIREBASE_PROJECT_ID is empty')
  if (!URL.canParse(keysUrl)) throw misconfigured('AUTH_JWKS_URL is not an address')
  const isOwn = projectId === ownProjectId
  if (isOwn || keysUrl !== googleKeys) {
    if (!isOwn && !isDemoProject(projectId))
      throw misconfigured("AUTH_JWKS_URL may differ from Google's only for a project whose id begins with demo-")
    if (!isLoopback(keysUrl)) throw misconfigured(`AUTH_JWKS_URL of ${projectId} is not of this machine`)
  }
  return { projectId, tenantId: variables.FIREBASE_TENANT_ID || undefined, keysUrl }
}

function misconfigured(reason: string) {
  return new ApiError('fatal', undefined, { cause: new Error(reason) })
}
