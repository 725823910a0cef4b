import type { Page } from 'playwright'
import { expect, test } from 'vitest'
import { newPage } from './harness/index.ts'

/** What stands for Google's script: it hands the SDK's listener to the test, in place of a frame of Google's. */
const script = `
  const frame = {
    restyle() {},
    ping: async (done) => done(),
    register: (_, listener) => { self.tellSdk = listener },
    // The SDK throws after every answer; Google's script swallows that.
    send: (name, _, answer) => setTimeout(() => { try { answer([{ [name]: true }]) } catch {} }),
  }
  self.gapi = {
    load: (_, { callback }) => callback(),
    iframes: {
      CROSS_ORIGIN_IFRAMES_FILTER: 0,
      getContext: () => ({ open: async (_, ready) => { ready(frame); return frame } }),
    },
  }
  self[new URL(document.currentScript.src).searchParams.get('onload')]()
`

/** Presses the button and lets Google say who chose which account in its window. */
async function signInWithGoogle(page: Page, account: { sub: string; email: string; email_verified: boolean }) {
  await page.route('https://apis.google.com/**', (route) =>
    route.fulfill({ contentType: 'text/javascript', body: script }),
  )
  await page.goto('/')
  const [popup] = await Promise.all([
    page.waitForEvent('popup'),
    page.getByRole('button', { name: 'Sign in with Google' }).click(),
  ])
  await popup.waitForURL(/auth\/handler/)
  const eventId = new URL(popup.url()).searchParams.get('eventId')
  const urlResponse = `http://localhost/?providerId=google.com&id_token=${encodeURIComponent(JSON.stringify(account))}`
  const authEvent = {
    type: 'signInViaPopup',
    eventId,
    urlResponse,
    sessionId: 'session',
    postBody: null,
    tenantId: null,
  }
  await page.evaluate(
    (event) => (globalThis as unknown as { tellSdk: (said: unknown) => void }).tellSdk({ authEvent: event }),
    authEvent,
  )
}

test('a member signs in with Google', async () => {
  const page = await newPage()
  await signInWithGoogle(page, { sub: 'google-user', email: 'user@example.com', email_verified: true })
  await page.getByRole('button', { name: 'Account menu' }).waitFor()
  expect(await (await page.request.get('/chat')).text()).toContain('user@example.com')
})

test('an account of Google that is not invited reads so', async () => {
  const page = await newPage()
  await signInWithGoogle(page, { sub: 'google-stranger', email: 'stranger@elsewhere.example', email_verified: true })
  await page.getByText('You need to be invited to the product first').waitFor()
})

test('closing the window of Google leaves the form usable at once, without an error', async () => {
  const page = await newPage()
  await page.route('https://apis.google.com/**', (route) =>
    route.fulfill({ contentType: 'text/javascript', body: script }),
  )
  await page.goto('/')
  const button = page.getByRole('button', { name: 'Sign in with Google' })
  for (const _ of ['first', 'second']) {
    const [popup] = await Promise.all([page.waitForEvent('popup'), button.click()])
    await popup.waitForURL(/auth\/handler/)
    await popup.close()
  }
  await page.getByLabel('Email').fill('someone@example.com')
  expect(await page.getByText('Signing in').count()).toBe(0)
  expect(await page.getByRole('alert').count()).toBe(0)
})
