import type { Page, Response } from 'playwright'
import { describe, expect, inject, test } from 'vitest'
import { IdentityToolkit } from '../../scripts/local/identity/identity-toolkit.ts'
import {
  accountCall,
  alive,
  answerTo,
  apiResult,
  composer,
  emailOf,
  logOut,
  mailedCode,
  newPage,
  password,
  refuseSession,
  reload,
  signIn,
} from './harness/index.ts'

const form = (page: Page) => page.getByRole('button', { name: 'Sign in', exact: true })
const account = (page: Page) => page.getByRole('button', { name: 'Account menu' })
const sessionCookie = async (page: Page) => (await page.context().cookies()).find(({ name }) => name === 'session')

async function enter(page: Page, email: string, secret: string) {
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(secret)
  await form(page).click()
}

test('an empty form says what is missing and sends nothing', async () => {
  const page = await newPage()
  await page.goto('/')
  await form(page).click()
  await page.getByText('Please write your email').waitFor()
  await page.getByText('Please write your password').waitFor()
})

test('a wrong password is answered in words and keeps the address that was typed', async () => {
  const page = await newPage()
  await page.goto('/')
  await enter(page, emailOf('user'), 'not the password')
  const banner = await page.getByRole('alert').textContent()
  expect(['Invalid email or password', 'The password is incorrect. Please try again.']).toContain(banner)
  expect(await page.getByLabel('Email').inputValue()).toBe(emailOf('user'))
})

test('the reset form sends the mail, says so, and leads back to the login', async () => {
  const page = await newPage()
  await page.goto('/')
  await page.getByRole('button', { name: 'Forgot password?' }).click()
  await page.getByRole('button', { name: 'Send reset email' }).click()
  await page.getByText('Please write your email').waitFor()
  await page.getByLabel('Email').fill(emailOf('user'))
  await page.getByRole('button', { name: 'Send reset email' }).click()
  await page.getByText(`If an account exists for ${emailOf('user')}`).waitFor()
  await page.getByRole('button', { name: 'Back to login' }).click()
  await form(page).waitFor()
})

test('a member is known at the first byte: the page that the server sends shows the name, and no loader', async () => {
  const page = await newPage()
  await signIn(page, 'user')
  const cookie = await sessionCookie(page)
  expect(cookie).toMatchObject({ httpOnly: true, sameSite: 'Lax', expires: -1 })
  const html = await (await page.request.get('/chat')).text()
  expect(html).toContain(emailOf('user'))
  expect(html).not.toContain('Sign in with Google')
})

test('a reload keeps the session', async () => {
  const page = await newPage()
  await signIn(page, 'user')
  await page.reload()
  await account(page).waitFor()
})

test('the browser, not the server, decides when no cookie came: the session of this tab goes on', async () => {
  const page = await newPage()
  await signIn(page, 'user')
  await page.context().clearCookies()
  await page.reload()
  await account(page).waitFor()
  expect(await sessionCookie(page)).toBeDefined()
})

test('a second tab is signed in and does not sign out the first', async () => {
  const first = await newPage()
  await signIn(first, 'user')
  const second = await first.context().newPage()
  // The SDK of a tab without a user asks for the session to be ended.
  const isSync = (response: Response) => new URL(response.url()).pathname === '/session'
  await answerTo(second, isSync, async () => {
    await second.goto('/chat')
    await account(second).waitFor()
    // It starts when somebody uses the page, which has come to life when its box has the focus.
    await second.locator('textarea:focus').waitFor()
    await second.mouse.move(300, 300)
  })
  await first.reload()
  await account(first).waitFor()
  await second.reload()
  await account(second).waitFor()
})

test('a second tab takes the user over from the first when the cookie is gone', async () => {
  const first = await newPage()
  await signIn(first, 'user')
  await first.context().clearCookies()
  const second = await first.context().newPage()
  await second.goto('/chat')
  await account(second).waitFor()
})

test('Firebase comes with the first input, not with the page', async () => {
  const page = await newPage()
  const loaded: string[] = []
  page.on('request', (request) => loaded.push(new URL(request.url()).pathname))
  const isFirebase = (path: string) => /\/firebase-[^/]+\.js$/.test(path)
  const comesWith = async (input: () => Promise<void>) => {
    await alive(page)
    await page.waitForLoadState('networkidle')
    expect(loaded.filter(isFirebase)).toEqual([])
    await Promise.all([page.waitForRequest((request) => isFirebase(new URL(request.url()).pathname)), input()])
  }
  await page.goto('/')
  await form(page).waitFor()
  await comesWith(() => page.mouse.move(300, 300))

  await enter(page, emailOf('user'), password)
  await account(page).waitFor()
  loaded.length = 0
  await page.goto('/chat')
  await account(page).waitFor()
  await comesWith(() => page.keyboard.press('Tab'))
})

test('a page that nobody has touched goes on when its session cookie is too old', async () => {
  const page = await newPage()
  await signIn(page, 'user')
  await page.getByRole('link', { name: 'Files & Sources' }).first().click()
  await page.getByRole('table').waitFor()
  await page.reload()
  await page.getByRole('table').waitFor()
  const old = (await sessionCookie(page))!
  await page.context().addCookies([{ ...old, value: 'not.a.token' }])

  const isRefusal = (response: Response) => response.status() === 401
  // No input, which would start Firebase by itself.
  await answerTo(page, isRefusal, () => page.goBack())
  await page.getByRole('radio').first().waitFor()
  expect(await form(page).count()).toBe(0)
  await expect.poll(async () => (await sessionCookie(page))?.value).not.toBe('not.a.token')
})

test('logging out ends the session in every tab and keeps it ended after a reload', async () => {
  const first = await newPage()
  await signIn(first, 'user')
  const second = await first.context().newPage()
  await second.goto('/chat')
  await account(second).waitFor()
  const copied = (await sessionCookie(first))!
  await logOut(first)
  await form(second).waitFor()
  expect(await sessionCookie(first)).toBeUndefined()
  await first.reload()
  await form(first).waitFor()

  const thief = await newPage()
  await thief.context().addCookies([copied])
  await thief.goto('/chat')
  await form(thief).waitFor()
})

test('an account that is not invited reads so, and can sign out', async () => {
  await new IdentityToolkit(inject('authUrl')).ensureAccount('stranger@example.com', password)
  const page = await newPage()
  await page.goto('/')
  await enter(page, 'stranger@example.com', password)
  await page.getByText('You need to be invited to the product first').waitFor()
  await reload(page)
  await page.getByText('You need to be invited to the product first').waitFor()
  await page.getByRole('button', { name: 'Log out' }).click()
  await form(page).waitFor()
})

describe('an account whose address is not confirmed', () => {
  const heading = (page: Page) => page.getByRole('heading', { name: 'Please confirm your email address first' })

  /** Signs in with a new account that nobody has confirmed. */
  async function arrive(email: string) {
    await accountCall('signUp', { email, password })
    const page = await newPage()
    await page.goto('/')
    await enter(page, email, password)
    await heading(page).waitFor()
    return page
  }
  /** Has the mail sent from the page, and opens its link elsewhere. */
  async function confirm(page: Page, email: string) {
    await page.getByRole('button', { name: 'Send confirmation email' }).click()
    await page.getByText(`A new email is on its way to ${email}`).waitFor()
    await accountCall('update', { oobCode: await mailedCode(email, 'VERIFY_EMAIL') })
  }

  test('reads so before any look at invitations, also after a reload, and can have the mail sent again', async () => {
    const email = 'unconfirmed-stranger@example.com'
    const page = await arrive(email)
    await reload(page)
    await page.getByText(`Open the link in the confirmation email to ${email}`).waitFor()
    await page.getByRole('button', { name: 'I have confirmed it' }).click()
    await page.getByText('This address is not confirmed yet.').waitFor()
    await confirm(page, email)
    await page.getByRole('button', { name: 'I have confirmed it' }).click()
    await page.getByText('You need to be invited to the product first').waitFor()
  })

  test('comes in when it was invited, as soon as someone comes back to the page', async () => {
    const email = 'unconfirmed-member@example.com'
    const page = await arrive(email)
    await apiResult('admin', '/v1/users', { body: { email, role: 'user', language: 'en' } })
    await confirm(page, email)
    await page.evaluate(() => dispatchEvent(new Event('focus')))
    await account(page).waitFor()
  })
})

test('a session that the server refuses leads back to the form, with the page kept', async () => {
  const page = await newPage()
  await signIn(page, 'user')
  await composer(page).fill('half a thought')
  const mend = await refuseSession(page)
  await page.getByRole('link', { name: 'Files & Sources' }).first().click()
  await form(page).waitFor()
  await mend()
  await enter(page, emailOf('user'), password)
  await account(page).waitFor()
  expect(new URL(page.url()).pathname).toBe('/files')
  await page.getByRole('link', { name: 'New Conversation' }).click()
  expect(await composer(page).inputValue()).toBe('half a thought')
})

test("another site's page cannot plant a session", async () => {
  const response = await fetch(`${inject('appUrl')}/session`, {
    method: 'POST',
    headers: {
      authorization: 'Bearer any.token.here',
      origin: 'https://elsewhere.example',
      'sec-fetch-site': 'cross-site',
    },
  })
  expect(response.status).toBe(403)
  expect(response.headers.get('set-cookie')).toBeNull()
})

test('a token that is not good sets no session', async () => {
  const response = await fetch(`${inject('appUrl')}/session`, {
    method: 'POST',
    headers: { authorization: 'Bearer any.token.here', origin: inject('appUrl'), 'sec-fetch-site': 'same-origin' },
  })
  expect(response.status).toBe(401)
  expect(response.headers.get('set-cookie')).toBeNull()
})
