import { comparableEmail } from '../../../app/contract/email.ts'
import type { SigningKey } from '../../local/identity/signing-key.ts'
import { Attempts } from './attempts.ts'
import { hashPassword, isPassword, shortestPassword, weaknessOf } from './passwords.ts'
import type { Account, AccountStore } from './store.ts'
import { idToken, lifetime, readIdToken } from './tokens.ts'

const minute = 60_000
const hour = 60 * minute

/** How long, in milliseconds, a link holds: one that was asked for a moment ago, and one that waits for who was invited. */
export const linkLifetimes = { reset: hour, invitation: 72 * hour }

/** A refusal by the Identity Toolkit's own code, which Firebase's SDK turns into one of its own. */
export class Refusal extends Error {
  readonly code: string

  constructor(code: string) {
    super(code)
    this.code = code
  }
}

export type Language = 'en' | 'ja'

/** Sends the mail with the link that a code makes. */
export type SendLink = (kind: 'reset' | 'invitation', email: string, code: string, language: Language) => Promise<void>

export interface IdentityOptions {
  store: AccountStore
  key: SigningKey
  /** None without a mail server. */
  sendLink?: SendLink | undefined
}

/** What a caller says, nothing known of its types. */
type Body = Record<string, unknown>

/** Who calls: their address, and the language of their page. */
export interface Caller {
  address: string
  language: Language
}

/**
 * The few calls of Google's Identity Toolkit and Secure Token API that the product's pages make, answered from the accounts of this
 * machine. Nobody can register: accounts come from invitations.
 */
export class IdentityService {
  readonly #options: IdentityOptions
  /** One place cannot lock somebody out of their account everywhere; many places together cannot guess for ever. */
  readonly #signIns = {
    pair: new Attempts({ attempts: 10, within: 15 * minute }),
    address: new Attempts({ attempts: 50, within: 15 * minute }),
    account: new Attempts({ attempts: 100, within: 15 * minute }),
  }
  readonly #resets = {
    address: new Attempts({ attempts: 20, within: hour }),
    account: new Attempts({ attempts: 3, within: hour }),
  }

  constructor(options: IdentityOptions) {
    this.#options = options
  }

  /** `accounts:signInWithPassword`. An address without an account is refused as a wrong password is, and as late. */
  async signIn(body: Body, { address }: Caller): Promise<object> {
    const email = addressOf(body)
    const giveBack = takeAll([
      [this.#signIns.pair, `${address} ${email}`],
      [this.#signIns.address, address],
      [this.#signIns.account, email],
    ])
    const { store, key } = this.#options
    const account = store.byEmail(email)
    const isRight = await isPassword(textOf(body.password), account?.password ?? null)
    if (!account || !isRight) throw new Refusal('INVALID_LOGIN_CREDENTIALS')
    giveBack()
    const auth_time = now()
    return {
      localId: account.uid,
      email: account.email,
      displayName: '',
      registered: true,
      idToken: await idToken(account, auth_time, key),
      refreshToken: store.beginSession({ uid: account.uid, auth_time }),
      expiresIn: String(lifetime),
    }
  }

  /** `accounts:lookup`: the account of an ID token, which a new password has ended. */
  async lookUp(body: Body): Promise<object> {
    const { store, key } = this.#options
    const token = await readIdToken(textOf(body.idToken), key)
    if (!token) throw new Refusal('INVALID_ID_TOKEN')
    const account = store.byUid(token.uid)
    if (!account) throw new Refusal('USER_NOT_FOUND')
    if (token.authTime < Math.floor(account.password_set_at / 1000)) throw new Refusal('TOKEN_EXPIRED')
    return { users: [userOf(account)] }
  }

  /** `token`: a new ID token for a session. */
  async refresh(body: Body): Promise<object> {
    const { store, key } = this.#options
    if (body.grant_type !== 'refresh_token') throw new Refusal('INVALID_GRANT_TYPE')
    const token = textOf(body.refresh_token)
    const session = store.carryOn(token)
    const account = session && store.byUid(session.uid)
    if (!account) throw new Refusal('TOKEN_EXPIRED')
    const id_token = await idToken(account, session.auth_time, key)
    return {
      id_token,
      access_token: id_token,
      refresh_token: token,
      expires_in: String(lifetime),
      token_type: 'Bearer',
      user_id: account.uid,
    }
  }

  /** `accounts:sendOobCode`: mails a link to set a new password. Whether there is such an account is not told. */
  sendReset(body: Body, { address, language }: Caller): object {
    const email = addressOf(body)
    const { store, sendLink } = this.#options
    if (body.requestType !== 'PASSWORD_RESET' || !sendLink) throw new Refusal('OPERATION_NOT_ALLOWED')
    takeAll([
      [this.#resets.address, address],
      [this.#resets.account, email],
    ])
    const account = store.byEmail(email)
    // Not waited for: time would tell.
    if (account)
      void sendLink('reset', account.email, store.makeCode(account.uid, linkLifetimes.reset), language).catch(() => {})
    return { email }
  }

  /** `accounts:resetPassword`: whose link it is, and with `newPassword` sets the password, once. */
  async setPassword(body: Body): Promise<object> {
    const { store } = this.#options
    const code = textOf(body.oobCode)
    const found = store.byCode(code)
    if (!found) throw new Refusal('INVALID_OOB_CODE')
    if (found.isOver) throw new Refusal('EXPIRED_OOB_CODE')
    const answer = { email: found.account.email, requestType: 'PASSWORD_RESET' }
    if (body.newPassword === undefined) return answer
    const password = textOf(body.newPassword)
    const weakness = weaknessOf(password)
    if (weakness)
      throw new Refusal(`WEAK_PASSWORD : ${weakness === 'too_short' ? `${shortestPassword} characters` : weakness}`)
    if (!store.setPassword(code, await hashPassword(password))) throw new Refusal('INVALID_OOB_CODE')
    return answer
  }

  /** For the Worker: makes the account of who was invited. */
  addAccount(body: Body): object {
    const { account, isNew } = this.#options.store.ensure(textOf(body.email))
    if (!isNew) throw new Refusal('EMAIL_EXISTS')
    return { localId: account.uid }
  }

  /** For the Worker: mails the link of an invitation, and answers when it was sent. */
  async sendInvitation(body: Body, { language }: Caller): Promise<object> {
    const { store, sendLink } = this.#options
    const account = store.byEmail(textOf(body.email))
    if (!account) throw new Refusal('EMAIL_NOT_FOUND')
    if (!sendLink) throw new Refusal('OPERATION_NOT_ALLOWED')
    await sendLink('invitation', account.email, store.makeCode(account.uid, linkLifetimes.invitation), language)
    return { email: account.email }
  }

  /** The public keys. */
  get jwks(): object {
    return this.#options.key.jwks
  }
}

const now = () => Math.floor(Date.now() / 1000)

/** Texts of a length that addresses, passwords and tokens have. */
function textOf(value: unknown): string {
  if (typeof value !== 'string' || value.length > 8192) throw new Refusal('INVALID_ARGUMENT')
  return value
}

/** In the form in which accounts are kept: another spelling of an address is no other account to try. */
const addressOf = (body: Body) => comparableEmail(textOf(body.email))

/** Counts an attempt everywhere, before any work; returns what takes it back. */
function takeAll(counted: [Attempts, string][]): () => void {
  if (!counted.every(([attempts, key]) => attempts.take(key))) throw new Refusal('TOO_MANY_ATTEMPTS_TRY_LATER')
  return () => counted.forEach(([attempts, key]) => attempts.giveBack(key))
}

const userOf = ({ uid, email, created_at, password_set_at }: Account) => ({
  localId: uid,
  email,
  emailVerified: true,
  passwordUpdatedAt: password_set_at,
  validSince: String(Math.floor(password_set_at / 1000)),
  createdAt: String(created_at),
  providerUserInfo: [{ providerId: 'password', federatedId: email, email, rawId: email }],
})
