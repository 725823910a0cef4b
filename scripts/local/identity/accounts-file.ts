import { existsSync, readFileSync } from 'node:fs'
import { writeWhole } from '../data-dir.ts'
import type { Account, IdentityToolkit } from './identity-toolkit.ts'
import { Problem } from '../problem.ts'

/** Turns a burst of changes into one write, in milliseconds. */
const saveDelay = 200

/** Keeps the accounts of the Auth emulator, which forgets them when it ends, in a file. */
export class AccountsFile {
  readonly #path: string
  readonly #toolkit: IdentityToolkit
  #timer: NodeJS.Timeout | undefined
  #saving = Promise.resolve()

  constructor(path: string, toolkit: IdentityToolkit) {
    this.#path = path
    this.#toolkit = toolkit
  }

  /**
   * Gives the emulator the accounts of the file, if there is one.
   * @throws a {@link Problem} when they cannot be read: to go on would write over them
   */
  async load(): Promise<void> {
    if (!existsSync(this.#path)) return
    try {
      const { users } = JSON.parse(readFileSync(this.#path, 'utf8')) as { users: Account[] }
      await this.#toolkit.addAccounts(users)
    } catch (error) {
      throw new Problem(`The accounts in ${this.#path} cannot be read (${(error as Error).message}).`)
    }
  }

  /** Writes all accounts to the file, whole or not at all. */
  save(): Promise<void> {
    clearTimeout(this.#timer)
    this.#timer = undefined
    const saved = this.#saveAfter(this.#saving)
    this.#saving = saved.catch(() => {})
    return saved
  }

  /** Saves soon, so that an account that was just made survives even if everything is killed. */
  saveSoon(): void {
    this.#timer ??= setTimeout(() => {
      this.save().catch((error: Error) => console.error(`The accounts could not be saved: ${error.message}`))
    }, saveDelay)
  }

  async #saveAfter(earlier: Promise<void>): Promise<void> {
    await earlier
    writeWhole(this.#path, JSON.stringify({ users: await this.#toolkit.allAccounts() }))
  }
}
