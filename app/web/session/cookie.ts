/**
 * The session cookie's name for a page address: it holds the ID token, HttpOnly, for the first byte of a page view.
 * Over HTTPS it is bound to the host (`__Host-`, so Secure); plain HTTP exists only on a developer's localhost.
 */
export const sessionCookieName = (url: string) => (url.startsWith('https:') ? '__Host-session' : 'session')

/** The cookie that keeps `token`; without a Max-Age it ends with the browser session, and the token's own `exp` rules before that. */
export const sessionCookie = (url: string, token: string) => `${sessionCookieName(url)}=${token}; ${attributes(url)}`

export const endedSessionCookie = (url: string) => `${sessionCookieName(url)}=; Max-Age=0; ${attributes(url)}`

const attributes = (url: string) => `Path=/; HttpOnly; SameSite=Lax${url.startsWith('https:') ? '; Secure' : ''}`
