/**
 * The project of the accounts that a server on one machine keeps itself (`npm run serve`). Google can give it to nobody: its ids have no
 * underscore.
 */
export const ownProjectId = 'own_accounts'

/** Whether it is a project of an emulator: Firebase reserves ids that begin so for projects that do not exist. */
export const isDemoProject = (id: string): boolean => id.startsWith('demo-')

/** What the Worker signs, with the secret that both know, to show the machine's accounts that it asks. */
export const ownAccountsGrant = 'own accounts'
