import type { Page } from 'playwright'
import { inject } from 'vitest'
import en from '../../../messages/en.json' with { type: 'json' }
import ja from '../../../messages/ja.json' with { type: 'json' }
import { demoUsers } from '../../../scripts/local/demo.ts'
import { IdentityToolkit } from '../../../scripts/local/identity/identity-toolkit.ts'

export type Who = (typeof demoUsers)[number]['role']

/** What `npm start` gives the demo users when DEMO_PASSWORD is not set. */
export const password = 'demo-password'

export const emailOf = (who: Who): string => demoUsers.find(({ role }) => role === who)!.email

/** Signs in through the form, in the page's language, and waits until the product shows. Opens it if need be. */
export async function signIn(page: Page, who: Who): Promise<void> {
  if (page.url() === 'about:blank') await page.goto('/')
  const messages = (await page.locator('html').getAttribute('lang')) === 'ja' ? ja : en
  await page.getByLabel(messages.sign_in_email, { exact: true }).fill(emailOf(who))
  await page.getByLabel(messages.sign_in_password, { exact: true }).fill(password)
  await page.getByRole('button', { name: messages.sign_in_submit, exact: true }).click()
  await page.getByRole('button', { name: messages.user_menu, exact: true }).waitFor()
}

/** Logs out and waits for the form. */
export async function logOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Account menu' }).click()
  await page.getByRole('menuitem', { name: 'Log out' }).click()
  await page.getByRole('button', { name: 'Sign in', exact: true }).waitFor()
}

/** An ID token for calls of the API, as `Authorization: Bearer …`. */
export const idToken = (who: Who): Promise<string> =>
  new IdentityToolkit(inject('authUrl')).signIn(emailOf(who), password)
