import { expect, it } from 'vitest'
import { secured } from '~/web/headers.ts'

const signIn = {
  projectId: 'demo',
  apiKey: '',
  authDomain: '',
  tenantId: '',
  accountsUrl: '',
  google: true,
  mails: true,
}

/** Where a page may send anything, besides signing in. */
function connections(...uploads: string[]): string[] {
  const page = new Response('', { headers: { 'content-type': 'text/html' } })
  // The development server's pages have no policy.
  import.meta.env.DEV = false
  const policy = secured(page, 'nonce', { signIn, officeViewer: '', uploads }).headers.get('content-security-policy')
  const sources =
    /connect-src ([^;]*)/
      .exec(policy ?? '')?.[1]
      ?.trim()
      .split(/ +/) ?? []
  return sources.filter((source) => !source.endsWith('.googleapis.com'))
}

it('a page sends files to its own origin, and to the very storage or provider that is configured', () => {
  expect(connections('', '')).toEqual(["'self'"])
  expect(connections('', 'https://abc123.r2.cloudflarestorage.com/app-files')).toEqual([
    "'self'",
    'https://abc123.r2.cloudflarestorage.com',
  ])
  expect(connections('https://provider.example.com', '')).toEqual(["'self'", 'https://provider.example.com'])
})
