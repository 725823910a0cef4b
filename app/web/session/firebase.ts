import { initializeApp } from 'firebase/app'
import {
  browserSessionPersistence,
  confirmPasswordReset,
  connectAuthEmulator,
  getAuth,
  GoogleAuthProvider,
  inMemoryPersistence,
  reload,
  sendEmailVerification,
  sendPasswordResetEmail,
  setPersistence,
  signInWithEmailAndPassword,
  signInWithPopup,
  signOut,
  verifyPasswordResetCode,
  type Auth,
  type User,
} from 'firebase/auth'
import { getLocale } from '~/paraglide/runtime'
import type { SignInSettings } from './settings.ts'

/** Firebase Authentication as this product uses it. This module is loaded lazily: it is larger than the rest of the page. */
export interface SignIn {
  /** Whether this tab has a Firebase user. */
  hasUser(): boolean
  /** The user's address; null without a user. */
  email(): string | null
  /** The user's ID token, renewed when it is about to expire; null without a user. */
  token(): Promise<string | null>
  withPassword(email: string, password: string): Promise<void>
  withGoogle(): Promise<void>
  sendReset(email: string): Promise<void>
  /** The address of the account whose password a link's code sets. */
  emailOfCode(code: string): Promise<string>
  setPassword(code: string, password: string): Promise<void>
  /** Sends the user the mail whose link confirms the address. */
  sendConfirmation(): Promise<void>
  /** Asks whether the user's address is confirmed by now; if so, the token is renewed and says it too. */
  isConfirmed(): Promise<boolean>
  signOut(): Promise<void>
}

/** Starts Firebase and waits until it knows whether this tab has a user. */
export async function startSignIn(settings: SignInSettings): Promise<SignIn> {
  const auth = openAuth(settings)
  await setPersistence(auth, hasRoom() ? browserSessionPersistence : inMemoryPersistence)
  await auth.authStateReady()
  auth.languageCode = getLocale()

  return {
    hasUser: () => auth.currentUser !== null,
    email: () => auth.currentUser?.email ?? null,
    token: async () => (await auth.currentUser?.getIdToken()) ?? null,
    withPassword: async (email, password) => void (await signInWithEmailAndPassword(auth, email, password)),
    withGoogle: async () => void (await signInWithPopup(auth, new GoogleAuthProvider())),
    sendReset: (email) => sendPasswordResetEmail(auth, email),
    emailOfCode: (code) => verifyPasswordResetCode(auth, code),
    setPassword: (code, password) => confirmPasswordReset(auth, code, password),
    sendConfirmation: () => sendEmailVerification(userOf(auth)),
    isConfirmed: async () => {
      const user = userOf(auth)
      await reload(user)
      if (user.emailVerified) await user.getIdToken(true)
      return user.emailVerified
    },
    signOut: () => signOut(auth),
  }
}

/**
 * Whether the tab's storage takes a user. Where the browser forbids it, or it is full, signing in would fail on that alone; the page
 * then keeps the user, and its reloads go by the session cookie.
 */
function hasRoom(): boolean {
  const name = 'room-for-a-user'
  try {
    sessionStorage.setItem(name, ' '.repeat(8192))
    sessionStorage.removeItem(name)
    return true
  } catch {
    return false
  }
}

function userOf({ currentUser }: Auth): User {
  if (!currentUser) throw new Error('User is not set')
  return currentUser
}

/** `getAuth`, since only it wires the token sync that the page's `__FIREBASE_DEFAULTS__` ask for. */
function openAuth({ projectId, apiKey, authDomain, tenantId, accountsUrl }: SignInSettings): Auth {
  const auth = getAuth(initializeApp({ projectId, apiKey, authDomain }))
  if (accountsUrl) connectAuthEmulator(auth, accountsUrl, { disableWarnings: true })
  if (tenantId) auth.tenantId = tenantId
  return auth
}
