import { ownProjectId } from '../../../app/provider/identity/local-projects.ts'
import { type DataDir, writeWhole } from '../../local/data-dir.ts'
import type { Environment } from '../../local/environment.ts'
import { signingKeyIn } from '../../local/identity/signing-key.ts'
import { freePort } from '../../local/ports.ts'
import type { Handler } from '../front.ts'
import { openForWorker, publicHandlers } from './endpoints.ts'
import { accountsIn, originIn } from './files.ts'
import { IdentityService } from './identity-service.ts'
import { mailerFrom } from './mail.ts'
import { AccountStore } from './store.ts'

export interface OwnAccounts {
  /** What the Worker is told of them. */
  variables: Environment
  /** What browsers ask them. */
  handlers: Record<string, Handler>
}

export interface OwnAccountsOptions {
  env: Environment
  publicUrl: URL
  /** The secret that the Worker signs with. */
  secret: string
}

/**
 * Opens the accounts of this machine: kept in its data directory, asked by browsers through the one door and by the Worker through a
 * port of this machine.
 * @param cleanup receives what closes them
 */
export async function openOwnAccounts(
  dataDir: DataDir,
  { env, publicUrl, secret }: OwnAccountsOptions,
  cleanup: AsyncDisposableStack,
): Promise<OwnAccounts> {
  const sendLink = mailerFrom(env, publicUrl)
  const store = new AccountStore(accountsIn(dataDir.path))
  cleanup.defer(() => store.close())
  // For the links that commands print.
  writeWhole(originIn(dataDir.path), publicUrl.origin)

  const service = new IdentityService({ store, key: await signingKeyIn(dataDir.file('signing-key.json')), sendLink })
  const port = await freePort()
  const server = await openForWorker(service, secret, port)
  cleanup.defer(() => {
    server.close()
    server.closeAllConnections()
  })
  const url = `http://127.0.0.1:${port}`
  return {
    variables: {
      FIREBASE_PROJECT_ID: ownProjectId,
      // The SDK wants one; here it opens nothing.
      FIREBASE_API_KEY: 'none',
      AUTH_JWKS_URL: `${url}/jwks`,
      ...(sendLink && { ACCOUNTS_URL: url }),
    },
    handlers: publicHandlers(service),
  }
}
