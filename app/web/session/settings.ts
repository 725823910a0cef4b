/** What the browser needs to sign in with Firebase. Nothing here is secret. */
export interface SignInSettings {
  projectId: string
  apiKey: string
  authDomain: string
  /** Empty where the project has no tenants. */
  tenantId: string
  /** Where accounts are that are not Google's: the Auth emulator's, or this origin. Empty for Google's. */
  accountsUrl: string
  /** Whether people may sign in with Google. */
  google: boolean
  /** Whether a mail can be sent to who forgot the password. */
  mails: boolean
}
