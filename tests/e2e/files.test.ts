import { readFileSync } from 'node:fs'
import { PDFDocument, StandardFonts } from 'pdf-lib'
import type { Page } from 'playwright'
import { expect, inject, test } from 'vitest'
import { drop } from './harness/file-transfer.ts'
import { idToken, member, type PageOptions, reload, serverFunctions, type Who, watchRow } from './harness/index.ts'

/** A small PDF, one line a page. */
async function pdf(...lines: string[]): Promise<Buffer> {
  const document = await PDFDocument.create()
  const font = await document.embedFont(StandardFonts.Helvetica)
  for (const line of lines) document.addPage([595, 842]).drawText(line, { x: 60, y: 740, size: 14, font })
  return Buffer.from(await document.save())
}

const asFile = (name: string, buffer: Buffer, mimeType = 'application/pdf') => ({ name, mimeType, buffer })
const text = (name: string) => asFile(name, Buffer.from(`The text of ${name}.`), 'text/plain')

async function openFiles(who: Who, address = '/files', options?: PageOptions): Promise<Page> {
  const page = await member({ ...options, who, path: address, app: inject('appUrl') })
  await page.getByRole('heading', { name: 'Files & Sources' }).waitFor()
  await page.getByText(/^Showing |^No items found$/).waitFor()
  return page
}

const rowOf = (page: Page, name: string) =>
  page.getByRole('row').filter({ has: page.getByRole('link', { name: `Open ${name}` }) })

async function upload(page: Page, ...files: ReturnType<typeof asFile>[]) {
  if (!(await page.getByRole('dialog').isVisible())) await page.getByRole('button', { name: 'Add files' }).click()
  await page.locator('input[type=file]').setInputFiles(files)
}

test('an uploaded PDF is pending, becomes processed by itself, opens, downloads, and is deleted once that is confirmed', async () => {
  // Long enough to be seen while it is processed.
  const others = Array.from({ length: 400 }, (_, index) => `Leaf ${index}.`)
  const bytes = await pdf('The heron stands on one leg.', 'The lighthouse has 214 steps.', ...others)
  const page = await openFiles('user')
  const name = `heron ${Date.now()}.pdf`
  const statuses = await watchRow(page, name, /Pending|Processed|Failed/)
  await page.getByRole('button', { name: 'Add files' }).click()
  await upload(page, asFile(name, bytes))
  await page.getByText('1 file uploaded successfully').waitFor()
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  const row = rowOf(page, name)
  await row.getByText('Processed').filter({ visible: true }).waitFor({ timeout: 30_000 })
  expect(await statuses()).toEqual(['Pending', 'Processed'])

  await row.getByRole('link', { name: `Open ${name}` }).click()
  await page.waitForURL(/\/files\/\d+$/)
  await page.frameLocator('iframe').getByText('The heron stands on one leg.').waitFor()
  const address = page.url()
  await page.keyboard.press('Escape')
  await page.waitForURL(/\/files$/)

  const [download] = await Promise.all([
    page.waitForEvent('download'),
    row.getByRole('button', { name: 'Download' }).click(),
  ])
  expect(download.suggestedFilename()).toBe(name)
  expect(readFileSync(await download.path()).equals(bytes)).toBe(true)
  expect(page.url()).toMatch(/\/files$/)

  await row.getByRole('button', { name: 'Raw content' }).click()
  await page.getByRole('dialog', { name }).getByText('The lighthouse has 214 steps.').waitFor()
  await page.keyboard.press('Escape')

  await row.getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('dialog', { name: 'Delete files' }).getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  expect(await row.count()).toBe(1)

  await row.getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('dialog', { name: 'Delete files' }).getByRole('button', { name: 'Yes' }).click()
  await page.getByText('File deleted').waitFor()
  expect(await row.count()).toBe(0)
  const headers = { authorization: `Bearer ${await idToken('user')}` }
  const gone = await page.request.get(address.replace('/files/', '/v1/files/'), { headers })
  expect(gone.status()).toBe(404)
})

test('a link to a file and its page opens the preview there, over the list as it was', async () => {
  const page = await openFiles('user', '/files?groups=private')
  await upload(page, asFile('pages.pdf', await pdf('First page.', 'Second page.', 'Third page.')))
  const link = page.getByRole('link', { name: 'Open pages.pdf' })
  const address = await link.getAttribute('href')
  expect(address).toMatch(/^\/files\/\d+\?groups=private$/)

  await page.goto(`${address}#page=3`)
  await page.getByText('Page 3 of 3').waitFor()
  await page.getByRole('button', { name: 'Close preview' }).click()
  await page.waitForURL(/\/files\?groups=private$/)
})

test('the preview of a Chinese text in an old encoding shows the letters that were indexed', async () => {
  const page = await openFiles('user')
  // 本公司的员工应当遵守规章制度。 in GB18030.
  const bytes = Buffer.from('b1beb9abcbbeb5c4d4b1b9a4d3a6b5b1d7f1cad8b9e6d5c2d6c6b6c8a1a3', 'hex')
  await upload(page, asFile('rules-gb18030.txt', bytes, 'text/plain'))
  await rowOf(page, 'rules-gb18030.txt').getByRole('link', { name: 'Open rules-gb18030.txt' }).click()
  await page.frameLocator('iframe').getByText('本公司的员工应当遵守规章制度。').waitFor()
})

test('a broken PDF ends as failed and says why', async () => {
  const page = await openFiles('user')
  await upload(page, asFile('broken.pdf', Buffer.from('%PDF-1.7\nthis is not the rest of a PDF')))
  const row = rowOf(page, 'broken.pdf')
  await row.getByText('Failed').filter({ visible: true }).waitFor({ timeout: 30_000 })
  expect(await row.textContent()).toContain('The file is damaged and could not be read.')
})

test("a user cannot select or delete the organisation's files, an admin can", async () => {
  for (const who of ['user', 'admin'] as const) {
    const page = await openFiles(who, '/files?groups=organization')
    const rows = page.getByRole('row').filter({ hasText: 'Organization' })
    expect(await rows.count()).toBeGreaterThan(0)
    const allowed = who === 'admin' ? await rows.count() : 0
    expect(await rows.getByRole('checkbox').count()).toBe(allowed)
    expect(await rows.getByRole('button', { name: 'Delete' }).count()).toBe(allowed)
    expect(await rows.getByRole('button', { name: 'Download' }).count()).toBe(await rows.count())
  }
})

test('an admin picks a group first, files that were dropped before wait for it, and a bulk delete names its files', async () => {
  const page = await openFiles('admin')
  await page.getByRole('button', { name: 'Add files' }).click()
  await page.getByRole('button', { name: 'Choose files' }).click()
  await page.getByText('Please pick a group before selecting files').waitFor()
  await page.keyboard.press('Escape')

  await drop(page, 'h1', 'bulk-a.txt', 'bulk-b.txt')
  await page.getByText('Pick a group to upload 2 files.').waitFor()
  await page.getByRole('dialog').getByText('Organization', { exact: true }).click()
  await page.getByText('2 files uploaded successfully').waitFor()
  await page.getByRole('dialog').waitFor({ state: 'detached' })

  for (const name of ['bulk-a.txt', 'bulk-b.txt']) await page.getByLabel(`Select ${name}`).check()
  await page.getByText('2 selected').waitFor()
  await page.getByRole('status').locator('..').getByRole('button', { name: 'Delete' }).click()
  const dialog = page.getByRole('dialog', { name: 'Delete files' })
  expect(await dialog.textContent()).toMatch(/bulk-[ab]\.txt, bulk-[ab]\.txt/)
  await dialog.getByRole('button', { name: 'Yes' }).click()
  await page.getByText('2 files deleted').waitFor()
  expect(await page.getByRole('link', { name: /bulk-/ }).count()).toBe(0)
})

test('an upload that fails says so beside those that do not, and arrives when tried again', async () => {
  const page = await openFiles('user')
  let failures = 1
  await page.route(serverFunctions, (route) => {
    const fails = route.request().postDataBuffer()?.includes('unlucky.txt') && failures-- > 0
    return fails ? route.abort() : route.continue()
  })
  await upload(page, text('unlucky.txt'), text('lucky.txt'))
  await page.getByText('1 files succeeded, 1 files failed').waitFor()
  const uploads = page.getByRole('dialog').getByRole('listitem')
  await uploads.filter({ hasText: 'unlucky.txt' }).getByText('Error while uploading file(s)').waitFor()
  await page.getByRole('button', { name: 'Try unlucky.txt again' }).click()
  await page.getByText('1 file uploaded successfully').waitFor()
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await rowOf(page, 'unlucky.txt').waitFor()
  expect(await rowOf(page, 'lucky.txt').count()).toBe(1)
})

test('search and group filter are in the address and survive a reload; a bad value is the default', async () => {
  const page = await openFiles('user', '/files?page=nonsense&groups=secret')
  await page.getByRole('button', { name: 'Organization' }).click()
  await page.getByRole('searchbox', { name: 'Search files by name' }).pressSequentially('就業規則')
  await page.waitForURL((url) => url.searchParams.get('name') === '就業規則')
  expect(new URL(page.url()).searchParams.get('groups')).toBe('organization')
  await page.getByText('Showing 1-1 of 1 files').waitFor()

  await reload(page)
  await page.getByText('Showing 1-1 of 1 files').waitFor()
  expect(await page.getByRole('searchbox', { name: 'Search files by name' }).inputValue()).toBe('就業規則')
  expect(await page.getByRole('button', { name: 'Organization' }).getAttribute('aria-pressed')).toBe('true')

  await page.getByRole('searchbox', { name: 'Search files by name' }).fill('no such file')
  await page.getByText('No items found').waitFor()
})

test('a selection survives paging, and when the last page is deleted the one before it shows', async () => {
  const page = await openFiles('user', '/files?name=paged-')
  await upload(page, ...Array.from({ length: 21 }, (_, index) => text(`paged-${index + 1}.txt`)))
  await page.getByText('21 files uploaded successfully').waitFor({ timeout: 30_000 })
  await page.getByText('Showing 1-20 of 21 files').waitFor()

  await page.getByLabel('Select paged-20.txt').check()
  await page.getByRole('link', { name: 'Next' }).click()
  await page.getByText('Showing 21-21 of 21 files').waitFor()
  expect(new URL(page.url()).searchParams.get('page')).toBe('2')
  expect(
    await page.getByRole('link', { name: 'Page', exact: false }).and(page.locator('[aria-current]')).allTextContents(),
  ).toEqual(['2'])
  await page.getByLabel('Select all on this page').check()
  await page.getByText('2 selected').waitFor()

  await page.getByRole('status').locator('..').getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Yes' }).click()
  await page.getByText('Showing 1-19 of 19 files').waitFor()
  expect(new URL(page.url()).searchParams.get('page')).toBe(null)
  expect(await page.getByText('selected').count()).toBe(0)
})

test('the search waits while Japanese is being composed', async () => {
  const page = await openFiles('user')
  await page.clock.install()
  await page.getByRole('searchbox', { name: 'Search files by name' }).focus()
  const keyboard = await page.context().newCDPSession(page)
  await keyboard.send('Input.imeSetComposition', { text: 'しゅうぎょう', selectionStart: 6, selectionEnd: 6 })
  await page.clock.runFor(5000)
  expect(new URL(page.url()).search).toBe('')
  await keyboard.send('Input.insertText', { text: '就業' })
  await page.clock.runFor(700)
  await page.waitForURL((url) => url.searchParams.get('name') === '就業')
})

test('on a phone the page does not scroll sideways and a row has its actions in a menu', async () => {
  const page = await openFiles('admin', '/files', {
    viewport: { width: 390, height: 844 },
    isMobile: true,
    hasTouch: true,
  })
  const excess = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
  expect(excess).toBe(0)
  const table = page.getByRole('table', { name: 'files' })
  expect(await table.evaluate(({ parentElement: scroller }) => scroller!.scrollWidth - scroller!.clientWidth)).toBe(0)
  await page.getByRole('button', { name: 'More actions' }).first().tap()
  await page.getByRole('menuitem').first().waitFor()
  expect(await page.getByRole('menuitem').allTextContents()).toEqual(['Details', 'Raw content', 'Download', 'Delete'])
})
