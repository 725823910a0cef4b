import { apiKey, projectId } from '../settings.ts'

/** An account as the emulator hands it out, takes it back and keeps it in between; these are the fields read here. */
export interface Account {
  localId: string
  email?: string
  emailVerified?: boolean
}

/** The calls of Google's Identity Toolkit that a local start makes, to the emulator or to the proxy before it. */
export class IdentityToolkit {
  readonly #url: string

  /** @param url the origin that stands for Google's */
  constructor(url: string) {
    this.#url = url
  }

  /**
   * Signs in as the browser does.
   * @returns an ID token, signed if the origin is the proxy's
   * @throws an Error with the emulator's code, such as INVALID_PASSWORD
   */
  async signIn(email: string, password: string): Promise<string> {
    const path = `/identitytoolkit.googleapis.com/v1/accounts:signInWithPassword?key=${apiKey}`
    const body = { email, password, returnSecureToken: true }
    return (await this.#call<{ idToken: string }>('POST', path, {}, body)).idToken
  }

  /** Makes sure that an account with a verified address and this password exists. */
  async ensureAccount(email: string, password: string): Promise<void> {
    const { users } = await this.#admin<{ users?: Account[] }>('POST', 'accounts:lookup', { email: [email] })
    const account = users?.[0]
    if (!account) {
      await this.#admin('POST', 'accounts', { email, password, emailVerified: true })
    } else if (!account.emailVerified || !(await this.#canSignIn(email, password))) {
      // Not without need: a new password ends the sessions of the account.
      await this.#admin('POST', 'accounts:update', { localId: account.localId, password, emailVerified: true })
    }
  }

  /** Every account, with all that is needed to add it again. */
  async allAccounts(): Promise<Account[]> {
    const { users = [] } = await this.#admin<{ users?: Account[] }>('GET', 'accounts:batchGet?maxResults=-1')
    return users
  }

  /** Adds accounts that {@link allAccounts} gave earlier. */
  async addAccounts(users: Account[]): Promise<void> {
    if (users.length === 0) return
    const { error } = await this.#admin<{ error?: { message: string }[] }>('POST', 'accounts:batchCreate', { users })
    if (error?.[0]) throw new Error(error[0].message)
  }

  #canSignIn(email: string, password: string): Promise<boolean> {
    return this.signIn(email, password).then(
      () => true,
      () => false,
    )
  }

  /** A call that the emulator allows to whoever says to be its owner. */
  #admin<T>(method: string, call: string, body?: object): Promise<T> {
    const path = `/identitytoolkit.googleapis.com/v1/projects/${projectId}/${call}`
    return this.#call<T>(method, path, { authorization: 'Bearer owner' }, body)
  }

  async #call<T>(method: string, path: string, headers: Record<string, string>, body?: object): Promise<T> {
    const response = await fetch(this.#url + path, {
      method,
      headers: { 'content-type': 'application/json', ...headers },
      body: body && JSON.stringify(body),
    })
    const answer = (await response.json()) as T & { error?: { message: string } }
    if (!response.ok) throw new Error(answer.error?.message ?? `${path} answers ${response.status}`)
    return answer
  }
}
