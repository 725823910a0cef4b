import { isLoopback } from './loopback.ts'
import { isDemoProject, ownProjectId } from './local-projects.ts'

/**
 * Where a page finds the accounts that are not Google's, which its policy then lets it talk to: those of one machine behind the page's own
 * origin, an emulator's for a `demo-` project and on the machine itself. Empty for Google's: a stray variable never hands a password to
 * another host.
 */
export function accountsUrlOf(
  variables: { FIREBASE_PROJECT_ID: string; AUTH_EMULATOR_URL: string },
  origin: string,
): string {
  const { FIREBASE_PROJECT_ID: project, AUTH_EMULATOR_URL: emulator } = variables
  if (project === ownProjectId) return origin
  return isDemoProject(project) && isLoopback(emulator) ? emulator : ''
}
