/** What the browser needs to sign in with Firebase. Nothing here is secret. */
export interface SignInSettings {
  projectId: string
  apiKey: string
  authDomain: string
  /** Empty where the project has no tenants. */
  tenantId: string
  /** The Auth emulator's address, only for `demo-` projects; empty otherwise. */
  emulatorUrl: string
}
