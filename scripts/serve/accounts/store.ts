import { createHash, randomBytes } from 'node:crypto'
import { DatabaseSync } from 'node:sqlite'
import { comparableEmail } from '../../../app/contract/email.ts'

/** Times are in milliseconds since 1970. */
export interface Account {
  uid: string
  email: string
  /** As `hashPassword` writes it; null until the first link was used. */
  password: string | null
  created_at: number
  password_set_at: number
}

/** A session that a refresh token carries on. */
export interface Session {
  uid: string
  /** When the password was given: seconds since 1970. */
  auth_time: number
}

/** Milliseconds after which a session ends that nobody carried on: a browser forgets its own with its last window. */
const sessionsEnd = 30 * 24 * 60 * 60 * 1000

/** Milliseconds after its end for which a link is still known, so that it can be told from one that nobody made. */
const forgotten = 30 * 24 * 60 * 60 * 1000

const schema = `
  PRAGMA journal_mode = WAL;
  PRAGMA busy_timeout = 5000;
  PRAGMA foreign_keys = ON;
  CREATE TABLE IF NOT EXISTS accounts (
    uid TEXT PRIMARY KEY,
    email TEXT NOT NULL UNIQUE,
    password TEXT,
    created_at INTEGER NOT NULL,
    password_set_at INTEGER NOT NULL DEFAULT 0
  ) STRICT;
  CREATE TABLE IF NOT EXISTS sessions (
    hash TEXT PRIMARY KEY,
    uid TEXT NOT NULL REFERENCES accounts ON DELETE CASCADE,
    auth_time INTEGER NOT NULL,
    used_at INTEGER NOT NULL
  ) STRICT;
  CREATE TABLE IF NOT EXISTS links (
    hash TEXT PRIMARY KEY,
    uid TEXT NOT NULL REFERENCES accounts ON DELETE CASCADE,
    expires_at INTEGER NOT NULL
  ) STRICT;
`

/**
 * The accounts of a server, in a file of SQLite that two processes may have open. It has nothing with which anyone could sign in:
 * passwords, refresh tokens and codes of links are hashes.
 */
export class AccountStore {
  readonly #database: DatabaseSync

  constructor(file: string) {
    this.#database = new DatabaseSync(file)
    this.#database.exec(schema)
  }

  close(): void {
    this.#database.close()
  }

  byEmail(email: string): Account | undefined {
    return this.#one<Account>('SELECT * FROM accounts WHERE email = ?', comparableEmail(email))
  }

  byUid(uid: string): Account | undefined {
    return this.#one<Account>('SELECT * FROM accounts WHERE uid = ?', uid)
  }

  /** The account of an address, made without a password where there is none. */
  ensure(email: string): { account: Account; isNew: boolean } {
    const { changes } = this.#run(
      'INSERT INTO accounts (uid, email, created_at) VALUES (?, ?, ?) ON CONFLICT (email) DO NOTHING',
      randomBytes(21).toString('base64url'),
      comparableEmail(email),
      Date.now(),
    )
    return { account: this.byEmail(email)!, isNew: changes > 0 }
  }

  /** A code with which the account's password can be set once. */
  makeCode(uid: string, lifetime: number): string {
    const code = randomBytes(32).toString('base64url')
    this.#run('DELETE FROM links WHERE expires_at < ?', Date.now() - forgotten)
    this.#run('INSERT INTO links (hash, uid, expires_at) VALUES (?, ?, ?)', hashOf(code), uid, Date.now() + lifetime)
    return code
  }

  /** The account of a code, if it was not used, and whether its time is over. */
  byCode(code: string): { account: Account; isOver: boolean } | undefined {
    const link = this.#one<{ uid: string; expires_at: number }>('SELECT * FROM links WHERE hash = ?', hashOf(code))
    return link && { account: this.byUid(link.uid)!, isOver: link.expires_at <= Date.now() }
  }

  /** Sets the password for which a code was given: all codes and all sessions of the account end. False where another came first. */
  setPassword(code: string, password: string): boolean {
    return this.#transaction(() => {
      const found = this.byCode(code)
      if (!found || found.isOver) return false
      const { uid } = found.account
      this.#run('UPDATE accounts SET password = ?, password_set_at = ? WHERE uid = ?', password, Date.now(), uid)
      this.#run('DELETE FROM links WHERE uid = ?', uid)
      this.#run('DELETE FROM sessions WHERE uid = ?', uid)
      return true
    })
  }

  /** Begins a session; returns its refresh token. */
  beginSession({ uid, auth_time }: Session): string {
    const token = randomBytes(32).toString('base64url')
    this.#run('DELETE FROM sessions WHERE used_at < ?', Date.now() - sessionsEnd)
    this.#run(
      'INSERT INTO sessions (hash, uid, auth_time, used_at) VALUES (?, ?, ?, ?)',
      hashOf(token),
      uid,
      auth_time,
      Date.now(),
    )
    return token
  }

  /** The session that a refresh token carries on, if it has not ended. */
  carryOn(token: string): Session | undefined {
    const statement = 'UPDATE sessions SET used_at = ? WHERE hash = ? AND used_at >= ? RETURNING uid, auth_time'
    return this.#one<Session>(statement, Date.now(), hashOf(token), Date.now() - sessionsEnd)
  }

  #one<Row>(sql: string, ...values: (string | number)[]): Row | undefined {
    return this.#database.prepare(sql).get(...values) as Row | undefined
  }

  #run(sql: string, ...values: (string | number)[]) {
    return this.#database.prepare(sql).run(...values)
  }

  #transaction<Result>(work: () => Result): Result {
    this.#database.exec('BEGIN IMMEDIATE')
    try {
      const result = work()
      this.#database.exec('COMMIT')
      return result
    } catch (error) {
      this.#database.exec('ROLLBACK')
      throw error
    }
  }
}

/** Of 256 random bits, which need no salt and no slow hash. */
const hashOf = (secret: string) => createHash('sha256').update(secret).digest('base64url')
