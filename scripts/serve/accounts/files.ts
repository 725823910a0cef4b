import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Problem } from '../../local/problem.ts'
import { linkLifetimes } from './identity-service.ts'
import { linkOf } from './links.ts'
import { AccountStore } from './store.ts'

/** The file of a data directory that has its own accounts. */
export const accountsIn = (dataDir: string): string => join(dataDir, 'accounts.sqlite')

/** The file that says where people reach the product. */
export const originIn = (dataDir: string): string => join(dataDir, 'origin')

/** Whether people sign in with accounts of this data directory. */
export const hasOwnAccounts = (dataDir: string): boolean => existsSync(accountsIn(dataDir))

/**
 * A link with which somebody who was invited sets a password, once; the account is made where there is none. The server may run.
 * @throws a {@link Problem} where the directory has no accounts of its own
 */
export function passwordLink(dataDir: string, email: string): string {
  if (!hasOwnAccounts(dataDir)) throw new Problem(`DATA_DIR=${dataDir} has no accounts of its own.`)
  const store = new AccountStore(accountsIn(dataDir))
  try {
    const { account } = store.ensure(email)
    const code = store.makeCode(account.uid, linkLifetimes.invitation)
    return linkOf(readFileSync(originIn(dataDir), 'utf8'), code)
  } finally {
    store.close()
  }
}
