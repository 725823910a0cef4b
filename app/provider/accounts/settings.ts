import { ApiError } from '~/contract/errors.ts'
import { isLoopback } from '~/provider/identity/loopback.ts'
import { isDemoProject, ownProjectId } from '~/provider/identity/local-projects.ts'

/** The Worker's variables that say how accounts are made. */
interface AccountVariables {
  FIREBASE_PROJECT_ID: string
  /** Empty for a project without tenants. */
  FIREBASE_TENANT_ID: string
  /** Where a local start has Google's emulator; empty for Google. */
  AUTH_EMULATOR_URL: string
  /** Where a server on one machine has its own, if it can send mails; empty otherwise. */
  ACCOUNTS_URL: string
  SIGNING_SECRET: string
  /** A service account of the project; empty where there is none. */
  GOOGLE_CLIENT_EMAIL: string
  /** Its key: PKCS #8 in PEM. Line breaks may be `\n`, as in Google's JSON. */
  GOOGLE_PRIVATE_KEY?: string
}

export interface ServiceAccount {
  email: string
  privateKey: string
}

/** Where accounts are made, and in whose name. */
export interface AccountSettings {
  /** Of the project's accounts, or of its tenant's: `https://…/v1/projects/example`. */
  url: string
  /** A service account; the Worker itself, by what it signs; or the emulator's owner, which anyone is. */
  caller: ServiceAccount | Pick<AccountVariables, 'SIGNING_SECRET'> | 'owner'
}

const google = 'https://identitytoolkit.googleapis.com'

/**
 * Reads the settings from the Worker's variables; none where no accounts can be made.
 * @throws ApiError `fatal` when the variables contradict each other; the cause names the variable
 */
export function accountSettings(variables: AccountVariables): AccountSettings | undefined {
  const { AUTH_EMULATOR_URL, FIREBASE_PROJECT_ID, GOOGLE_CLIENT_EMAIL: email, GOOGLE_PRIVATE_KEY: key } = variables
  if (FIREBASE_PROJECT_ID === ownProjectId) return ownAccounts(variables)
  if (AUTH_EMULATOR_URL) {
    if (!isDemoProject(FIREBASE_PROJECT_ID)) throw misconfigured('AUTH_EMULATOR_URL is only for demo- projects')
    if (!isLoopback(AUTH_EMULATOR_URL)) throw misconfigured('AUTH_EMULATOR_URL is not of this machine')
    return { url: `${AUTH_EMULATOR_URL}/identitytoolkit.googleapis.com${pathOf(variables)}`, caller: 'owner' }
  }
  if (!email && !key) return undefined
  if (!email || !key) throw misconfigured('GOOGLE_CLIENT_EMAIL and GOOGLE_PRIVATE_KEY need each other')
  const privateKey = key.replaceAll('\\n', '\n')
  return { url: google + pathOf(variables), caller: { email, privateKey } }
}

function ownAccounts(variables: AccountVariables): AccountSettings | undefined {
  const { ACCOUNTS_URL, SIGNING_SECRET } = variables
  if (!ACCOUNTS_URL) return undefined
  if (!isLoopback(ACCOUNTS_URL)) throw misconfigured('ACCOUNTS_URL is not of this machine')
  return { url: `${ACCOUNTS_URL}/identitytoolkit.googleapis.com${pathOf(variables)}`, caller: { SIGNING_SECRET } }
}

const pathOf = ({ FIREBASE_PROJECT_ID: project, FIREBASE_TENANT_ID: tenant }: AccountVariables) =>
  `/v1/projects/${project}${tenant && `/tenants/${tenant}`}`

function misconfigured(reason: string) {
  return new ApiError('fatal', undefined, { cause: new Error(reason) })
}
