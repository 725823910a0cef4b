import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright'
import { expect, inject, test } from 'vitest'
import type { Me } from '../../app/contract/users.ts'
import {
  accountCall,
  apiResult,
  callApi,
  emailOf,
  mailedCode,
  member,
  newPage,
  type PageOptions,
  serverFunctions,
} from './harness/index.ts'

async function openUsers(address = '/admin/users', options?: PageOptions): Promise<Page> {
  const page = await member({ ...options, who: 'admin', path: address, app: inject('appUrl') })
  // Not by its role: under an open dialog it has none.
  await page.locator('table').waitFor()
  return page
}

const rowOf = (page: Page, email: string) =>
  page.getByRole('row').filter({ has: page.getByRole('button', { name: email, exact: true }) })

const searchFor = async (page: Page, email: string) => {
  await page.getByRole('searchbox').fill(email)
  await page.getByRole('searchbox').press('Enter')
}

let count = 0
/** An address that no other test has, nor the first try of this one. */
const fresh = (name: string) => `${name}-${Date.now()}-${(count += 1)}@guest.example`

const csv = (lines: string[], encoding: BufferEncoding = 'utf8') => ({
  name: 'people.csv',
  mimeType: 'text/csv',
  buffer: Buffer.from(['email,role', ...lines].join('\n'), encoding),
})

/** Imports a CSV through the dialog, which is left open at its summary. */
async function importCsv(page: Page, file: ReturnType<typeof csv>) {
  await page.getByRole('button', { name: 'Add users' }).click()
  await page.getByRole('button', { name: 'By CSV file' }).click()
  await page.getByRole('dialog').locator('input[type=file]').setInputFiles(file)
  await page.getByText('The file was imported.').waitFor()
}

const closeDialog = async (page: Page) => {
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).last().click()
  await page.getByRole('dialog').waitFor({ state: 'detached' })
}

/** Sets a password by the mail of the invitation, and signs in with it. */
async function comeIn(email: string): Promise<Page> {
  const oobCode = await mailedCode(email, 'PASSWORD_RESET')
  await accountCall('resetPassword', { oobCode, newPassword: 'a-password-of-their-own' })
  const person = await newPage()
  await person.goto('/')
  await person.getByLabel('Email', { exact: true }).fill(email)
  await person.getByLabel('Password', { exact: true }).fill('a-password-of-their-own')
  await person.getByRole('button', { name: 'Sign in', exact: true }).click()
  await person.getByRole('button', { name: 'Account menu' }).waitFor()
  return person
}

test('an invited person sets a password by the mail and comes in; once deleted, they are out with the next call', async () => {
  const email = fresh('invited')
  const page = await openUsers()
  await page.getByRole('button', { name: 'Add users' }).click()
  await page.getByRole('dialog').getByLabel('Email').fill(email)
  await page.getByRole('dialog').getByRole('button', { name: 'Invite' }).click()
  await page.getByText(`Invited ${email}`).waitFor()
  expect(await rowOf(page, email).textContent()).toContain('User')

  const person = await comeIn(email)
  await person.goto('/admin/users')
  await person.waitForURL(/\/chat$/)

  await rowOf(page, email).getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('dialog').getByText(`${email} can no longer sign in.`).waitFor()
  await page.getByRole('button', { name: 'Yes' }).click()
  await page.getByText('User deleted').waitFor()
  await rowOf(page, email).waitFor({ state: 'detached' })
  await person.getByRole('link', { name: 'Files & Sources' }).first().click()
  await person.getByRole('button', { name: 'Sign in', exact: true }).waitFor()
})

test('an address that is there already is refused in the dialog, which stays', async () => {
  const page = await openUsers()
  await page.getByRole('button', { name: 'Add users' }).click()
  await page.getByRole('dialog').getByLabel('Email').fill(emailOf('user').toUpperCase())
  await page.getByRole('dialog').getByRole('button', { name: 'Invite' }).click()
  await page.getByRole('alert').getByText('This user already exists').waitFor()
  await page.getByRole('dialog').getByLabel('Email').fill('no address')
  await page.getByRole('dialog').getByRole('button', { name: 'Invite' }).click()
  await page.getByRole('dialog').getByText('“no address” is not an email address').waitFor()
  expect(await page.getByText('This user already exists').count()).toBe(0)
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
})

test('a CSV invites its people and tells which rows were dropped, and why; a second time all are there', async () => {
  const [one, other] = [fresh('csv'), fresh('csv')]
  const page = await openUsers()
  const file = csv([` ${one.toUpperCase()} , ADMIN `, `${other},user`, ',user', `${fresh('x')},owner`, '=1+1,user'])
  await importCsv(page, file)
  const summary = page.getByRole('dialog')
  expect(await summary.locator('dd').allTextContents()).toEqual(['2', '0', '3'])
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    summary.getByRole('button', { name: 'Download dropped rows' }).click(),
  ])
  expect(download.suggestedFilename()).toBe('dropped-rows.csv')
  const dropped = await readFile(await download.path(), 'utf8')
  expect(dropped).toMatch(/^\ufeffemail,role,Row,Reason\r\n,user,4,No email\r\n/)
  expect(dropped).toContain(`"'=1+1",user,6,Not an email address\r\n`)
  await closeDialog(page)
  expect(await rowOf(page, one).textContent()).toContain('Admin')

  await importCsv(page, file)
  expect(await summary.locator('dd').allTextContents()).toEqual(['0', '2', '3'])
  await closeDialog(page)
})

test('a CSV without both columns says so, in Japanese too, and another one can be chosen', async () => {
  const page = await openUsers('/admin/users', { language: 'ja' })
  await page.getByRole('button', { name: 'ユーザーを追加' }).click()
  await page.getByRole('button', { name: 'CSV ファイル' }).click()
  const file = { name: 'names.csv', mimeType: 'text/csv', buffer: Buffer.from('name,role\nHanako,user\n') }
  await page.getByRole('dialog').locator('input[type=file]').setInputFiles(file)
  await page.getByRole('alert').waitFor()
  const ja = JSON.parse(await readFile('messages/ja.json', 'utf8')) as Record<string, string>
  expect(await page.getByRole('alert').textContent()).toBe(ja.error_csv_invalid_columns)
  await page
    .getByRole('dialog')
    .locator('input[type=file]')
    .setInputFiles(csv([`${fresh('other')},user`]))
  await page.getByRole('dialog').getByText(ja.users_csv_done!).waitFor()
})

test('an import that loses the connection keeps what it has, and goes on when it is repeated', async () => {
  const people = Array.from({ length: 4500 }, (_, i) => `${i}-${fresh('many')},user`)
  const page = await openUsers()
  let calls = 0
  await page.route(serverFunctions, (route) =>
    route.request().postData()?.includes('guest.example') && (calls += 1) === 2 ? route.abort() : route.fallback(),
  )
  await page.getByRole('button', { name: 'Add users' }).click()
  await page.getByRole('button', { name: 'By CSV file' }).click()
  await page.getByRole('dialog').locator('input[type=file]').setInputFiles(csv(people))
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('alert').waitFor()
  expect(await dialog.locator('dd').allTextContents()).toEqual(['2,000', '0', '0'])
  await dialog.getByRole('button', { name: 'Import again' }).click()
  await dialog.getByText('The file was imported.').waitFor()
  expect(await dialog.locator('dd').allTextContents()).toEqual(['2,500', '2,000', '0'])
})

test("the admin's own row can be looked at, but not selected, edited or deleted", async () => {
  const page = await openUsers(`/admin/users?email=${emailOf('admin')}`)
  const own = rowOf(page, emailOf('admin'))
  await own.getByText('You', { exact: true }).waitFor()
  expect(await own.getByRole('checkbox').count()).toBe(0)
  const buttons = own.getByRole('group').getByRole('button')
  expect(await buttons.evaluateAll((all) => all.map((button) => (button as HTMLButtonElement).disabled))).toEqual(
    expect.arrayContaining([false, true, true]),
  )
})

test('a role that is changed holds at once, and is shown', async () => {
  const page = await openUsers(`/admin/users?email=${emailOf('user')}`)
  const call = async () => (await callApi('user', '/v1/audits')).status
  const change = async (role: string) => {
    await rowOf(page, emailOf('user')).getByRole('button', { name: 'Edit role' }).click()
    await page.getByRole('dialog').getByRole('button', { name: role, exact: true }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await rowOf(page, emailOf('user')).getByRole('cell', { name: role, exact: true }).waitFor()
  }
  expect(await call()).toBe(403)
  await change('Admin')
  expect(await call()).toBe(200)
  await change('User')
  expect(await call()).toBe(403)
})

test('a deactivated person is told so, and comes back to what was theirs once reactivated', async () => {
  const email = fresh('away')
  const page = await openUsers()
  await page.getByRole('button', { name: 'Add users' }).click()
  await page.getByRole('dialog').getByLabel('Email').fill(email)
  await page.getByRole('dialog').getByRole('button', { name: 'Invite' }).click()
  await page.getByText(`Invited ${email}`).waitFor()
  const person = await comeIn(email)
  await rowOf(page, email).getByRole('button', { name: 'Deactivate' }).click()
  await page.getByRole('dialog').getByText(`${email} has no access until you reactivate them.`).waitFor()
  await page.getByRole('dialog').getByRole('button', { name: 'Deactivate' }).click()
  await page.getByText('User deactivated').waitFor()
  expect(await rowOf(page, email).textContent()).toContain('Deactivated')

  await person.reload()
  await person.getByText('This account is not active').waitFor()

  await rowOf(page, email).getByRole('button', { name: 'Reactivate' }).click()
  await page.getByRole('dialog').getByText(`${email} gets access again`).waitFor()
  await page.getByRole('dialog').getByRole('button', { name: 'Reactivate' }).click()
  await page.getByText('User reactivated').waitFor()
  await person.reload()
  await person.getByRole('button', { name: 'Account menu' }).waitFor()
})

test('many users are deleted together, and one that could not be is named and stays selected', async () => {
  const people = [fresh('doomed'), fresh('doomed'), fresh('doomed')]
  const page = await openUsers()
  await importCsv(page, csv(people.map((email) => `${email},user`)))
  await closeDialog(page)
  for (const email of people) await page.getByRole('checkbox', { name: email }).check()
  let refused = false
  await page.route(serverFunctions, (route) => {
    if (refused || route.request().method() !== 'POST') return route.fallback()
    refused = true
    return route.abort()
  })
  await page.getByRole('button', { name: 'Delete', exact: true }).first().click()
  await page
    .getByRole('dialog')
    .getByText(/^3 users can no longer sign in/)
    .waitFor()
  await page.getByRole('button', { name: 'Yes' }).click()
  const notice = page.getByText(/^Could not be deleted: /)
  await notice.waitFor()
  const text = (await notice.textContent()) ?? ''
  const named = people.filter((email) => text.includes(email))
  expect(named).toHaveLength(1)
  expect(await page.getByRole('checkbox', { name: named[0]! }).isChecked()).toBe(true)
  for (const email of people) expect(await rowOf(page, email).count()).toBe(email === named[0] ? 1 : 0)
})

test('a link with search, page, sort and open details shows the same again, and closing leads to the list', async () => {
  const page = await openUsers()
  const prefix = `link-${Date.now()}`
  await importCsv(page, csv(Array.from({ length: 45 }, (_, i) => `${prefix}-${i}@guest.example,user`)))
  await closeDialog(page)
  await searchFor(page, prefix)
  await page.getByText('Showing 1-20 of 45 users').waitFor()
  await page.getByRole('button', { name: 'ID', exact: true }).click()
  await page.waitForURL(/sort=id/)
  await page.getByRole('link', { name: 'Page 2' }).click()
  await page.getByText('Showing 21-40 of 45 users').waitFor()
  await page.getByRole('button', { name: `${prefix}-20@guest.example` }).click()
  await page.getByRole('dialog').getByText('Invited, has not signed in yet').waitFor()

  const again = await openUsers(new URL(page.url()).pathname + new URL(page.url()).search)
  await again.getByRole('dialog').getByText(`${prefix}-20@guest.example`).waitFor()
  await again.getByText('Showing 21-40 of 45 users').waitFor()
  await again.keyboard.press('Escape')
  await again.getByRole('dialog').waitFor({ state: 'detached' })
  expect(await again.getByRole('searchbox').inputValue()).toBe(prefix)
  expect(new URL(again.url()).searchParams.has('user')).toBe(false)
})

test('a malformed address falls back to the list, and details that are not there say so', async () => {
  const page = await openUsers('/admin/users?page=x&sort=email&user=-1&email=')
  await page.getByText(/^Showing 1-\d+ of/).waitFor()
  expect(await page.getByRole('dialog').count()).toBe(0)
  const gone = await openUsers('/admin/users?user=999999999')
  await gone.getByRole('alert').getByText('User data could not be loaded.').waitFor()
})

test('all users are exported as CSV with a byte order mark, and those of a search alone', async () => {
  const email = fresh('export')
  const page = await openUsers()
  await importCsv(page, csv([`${email},user`]))
  await closeDialog(page)
  const save = async (name: string) => {
    const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name }).click()])
    return readFile(await download.path(), 'utf8')
  }
  const all = await save('Export all')
  expect(all).toMatch(/^\ufeffid,email,role,/)
  for (const each of [email, emailOf('admin'), emailOf('user')]) expect(all).toContain(each)
  await searchFor(page, email)
  const found = await save('Export matches')
  expect(found).toContain(email)
  expect(found.trimEnd().split('\r\n')).toHaveLength(2)
})

test('on a phone the list tells role and date in one column, and a menu has the actions', async () => {
  const page = await openUsers(`/admin/users?email=${emailOf('user')}`, { viewport: { width: 390, height: 844 } })
  const row = rowOf(page, emailOf('user'))
  await row.getByText('User ·').waitFor()
  await row.getByRole('button', { name: 'More' }).click()
  await page.getByRole('menuitem', { name: 'Edit role' }).waitFor()
  const width = await page.evaluate(() => document.documentElement.scrollWidth)
  expect(width).toBe(390)
})

test('a language that is chosen is saved with the user', async () => {
  const page = await member({ who: 'user', app: inject('appUrl') })
  const stored = async () => (await apiResult<Me>('user', '/web/v1/users/me')).language
  for (const [menu, language, other, code] of [
    ['Account menu', 'Language', '日本語', 'ja'],
    ['アカウントメニュー', '言語', 'English', 'en'],
  ] as const) {
    await page.getByRole('button', { name: menu }).click()
    await page.getByRole('menuitem', { name: language }).click()
    await page.getByRole('dialog').getByRole('button', { name: other }).click()
    await expect.poll(stored).toBe(code)
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
  }
})
