import { expect, test } from 'vitest'
import { secured } from '~/web/headers.ts'

const google = {
  projectId: 'p',
  apiKey: 'k',
  authDomain: 'p.firebaseapp.com',
  tenantId: '',
  accountsUrl: '',
  google: true,
  mails: true,
}
const origins = (signIn: typeof google) => {
  const page = new Response('', { headers: { 'content-type': 'text/html' } })
  // The development server's pages have no policy.
  import.meta.env.DEV = false
  const policy = secured(page, 'nonce', { signIn, officeViewer: '', uploads: [] }).headers.get(
    'content-security-policy',
  )
  return [...policy!.matchAll(/https?:\/\/\S+?(?=[ ;])/g)].map(([origin]) => origin)
}

test('a page that signs in with Google talks to Google', () => {
  expect(origins(google)).toContain('https://securetoken.googleapis.com')
  expect(origins(google)).toContain('https://p.firebaseapp.com')
})

test('a page whose accounts are of its own origin talks to no other', () => {
  expect(origins({ ...google, authDomain: '', accountsUrl: 'https://chat.example.com', google: false })).toEqual([])
})
