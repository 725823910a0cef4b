import type { SignInSettings } from './session/settings.ts'

/** Whom a page talks to beside its own origin. */
export interface OtherOrigins {
  signIn: SignInSettings
  /** The address of the third-party viewer; empty for none. */
  officeViewer: string
  /** Addresses below which a provider may have files put; empty ones are none. */
  uploads: string[]
}

/** The page's security headers (notes of OWASP ASVS 3.4): own scripts by nonce, no foreign frames, nothing cached that a session shaped. */
export function secured(response: Response, nonce: string, others: OtherOrigins): Response {
  const headers = new Headers(response.headers)
  headers.set('referrer-policy', 'strict-origin-when-cross-origin')
  // The Google popup talks to its opener.
  headers.set('cross-origin-opener-policy', 'same-origin-allow-popups')
  headers.set('permissions-policy', 'camera=(), geolocation=(), microphone=(), payment=(), usb=()')
  if (!headers.has('cache-control')) headers.set('cache-control', 'private, no-store')
  // Vite's development server injects inline scripts of its own.
  if (isPage(headers) && !import.meta.env.DEV) headers.set('content-security-policy', policy(nonce, others))
  return new Response(response.body, { status: response.status, statusText: response.statusText, headers })
}

const isPage = (headers: Headers) => headers.get('content-type')?.startsWith('text/html') ?? false

function policy(nonce: string, { signIn, officeViewer, uploads }: OtherOrigins): string {
  const { scripts, pictures, apis, frames } = signInOrigins(signIn)
  return [
    "default-src 'none'",
    `script-src 'self' 'nonce-${nonce}' ${scripts}`,
    "worker-src 'self'",
    "style-src 'self' 'unsafe-inline'",
    `img-src 'self' data: blob: ${pictures}`,
    "font-src 'self'",
    `connect-src 'self' ${apis} ${uploads.map(originOf).join(' ')}`,
    `frame-src 'self' ${frames} ${originOf(officeViewer)}`,
    "manifest-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "object-src 'none'",
  ].join('; ')
}

/** Whom Firebase's SDK talks to, and where Google's pictures of people are; nobody where the accounts are of this origin. */
function signInOrigins({ accountsUrl, authDomain, google }: SignInSettings) {
  if (!google) return { scripts: '', pictures: '', apis: '', frames: '' }
  return {
    scripts: 'https://apis.google.com',
    pictures: 'https://lh3.googleusercontent.com',
    apis: `https://identitytoolkit.googleapis.com https://securetoken.googleapis.com ${accountsUrl}`,
    frames: accountsUrl || (authDomain && `https://${authDomain}`),
  }
}

const originOf = (address: string) => URL.parse(address)?.origin ?? ''
