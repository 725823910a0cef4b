import { ApiError } from '~/contract/errors.ts'
import { isLoopback } from './loopback.ts'
import { ownProjectId } from './own-project.ts'

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
 * Firebase reserves ids that begin with `demo-` for projects that do not exist, so only such a one may name keys of its
 * own: a stray variable can never hand a real project's accounts to another signer. So may the accounts of a server on one machine,
 * by an id that no project can have, and only on that machine: a deployed Worker reaches no loopback.
 *
 * @throws ApiError `fatal` when the variables contradict that; the cause names the variable.
 */
export function identitySettings(variables: IdentityVariables): IdentitySettings {
  const projectId = variables.FIREBASE_PROJECT_ID
  const keysUrl = variables.AUTH_JWKS_URL || googleKeys
  if (!projectId) throw misconfigured('FIREBASE_PROJECT_ID is empty')
  if (!URL.canParse(keysUrl)) throw misconfigured('AUTH_JWKS_URL is not an address')
  if (projectId === ownProjectId) {
    if (!isLoopback(keysUrl)) throw misconfigured(`AUTH_JWKS_URL of ${ownProjectId} is not of this machine`)
  } else if (keysUrl !== googleKeys && !projectId.startsWith('demo-')) {
    throw misconfigured("AUTH_JWKS_URL may differ from Google's only for a project whose id begins with demo-")
  }
  return { projectId, tenantId: variables.FIREBASE_TENANT_ID || undefined, keysUrl }
}

function misconfigured(reason: string) {
  return new ApiError('fatal', undefined, { cause: new Error(reason) })
}
