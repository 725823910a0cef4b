import type { Page } from 'playwright'
import { expect, inject, test } from 'vitest'
import { answer, answered, ask, attach, idToken, member, reload, watchRow } from './harness/index.ts'
import { picture, scanOf } from './harness/scans.ts'

const app = inject('appUrl')
const boiler = 'The pressure valve of the boiler was replaced on 14 March 2026.'
const lodging = '宿泊費の上限は、1泊につき9800円とする。'

const asFile = (name: string, buffer: Buffer) => ({
  name,
  buffer,
  mimeType: name.endsWith('.pdf') ? 'application/pdf' : 'image/png',
})

const openFiles = (language: 'en' | 'ja' = 'en') => member({ app, path: '/files', language })

const rowOf = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name })
const frames = (page: Page) => page.locator('iframe[src*="recognise"]')

/** Uploads as another program would: nobody's browser is there to read it. */
async function uploadElsewhere(page: Page, file: ReturnType<typeof asFile>) {
  const headers = { authorization: `Bearer ${await idToken('user')}` }
  const response = await page.request.post('/v1/files/upload', { headers, multipart: { files: file } })
  expect(response.status()).toBe(200)
}

test('an uploaded scan is read page by page in the browser, then searched and quoted with its page', async () => {
  const page = await openFiles()
  const hosts = new Set<string>()
  page.on('request', (request) => void hosts.add(new URL(request.url()).hostname))
  const scan = await scanOf(await picture('Maintenance record', boiler), await picture('出張旅費規程', lodging))
  const name = `cellar ${Date.now()}.pdf`
  const progress = await watchRow(page, name, /Reading the scan… \d of 2/)
  await page.getByRole('button', { name: 'Add files' }).click()
  await page.locator('input[type=file]').setInputFiles(asFile(name, scan))

  const row = rowOf(page, name)
  await row.getByText('Processed').filter({ visible: true }).waitFor({ timeout: 50_000 })
  expect(await progress()).toContain('Reading the scan… 2 of 2')
  await expect.poll(() => frames(page).count()).toBe(0)
  // Neither the recogniser nor what it knows comes from anywhere else.
  const own = ['localhost', '127.0.0.1', ''] // blob: addresses name no host
  expect([...hosts].filter((host) => !own.includes(host))).toEqual([])

  await row.getByRole('button', { name: 'Raw content' }).click()
  const content = page.getByRole('dialog', { name })
  await content.getByText('The text was recognised in a scan and may contain errors.').waitFor()
  await content.getByText('pressure valve').waitFor()
  await content.getByText('宿泊費の上限').waitFor()
  await page.keyboard.press('Escape')

  await page.getByRole('link', { name: 'New Conversation' }).click()
  await answered(page, 'When was the pressure valve of the boiler replaced?')
  await answer(page).getByText('14 March 2026').first().waitFor()
  await answer(page)
    .getByRole('region', { name: 'References' })
    .getByRole('link', { name: /cellar \d+\.pdf/ })
    .first()
    .waitFor()
})

test('a question waits until the image that goes with it is read', async () => {
  const page = await member({ app })
  const image = asFile(
    'notice.png',
    await picture('Notice to all tenants', 'The lift is out of order until 9 May 2027.'),
  )
  await attach(page, image)
  await ask(page, 'Until when is the lift out of order?')
  await answer(page).getByText('9 May 2027').first().waitFor({ timeout: 40_000 })
})

test('a scan that came without a browser is read when its member says so, who can also stop that', async () => {
  const page = await openFiles('ja')
  await uploadElsewhere(page, asFile('nightly.pdf', await scanOf(await picture('出張旅費規程', lodging))))
  await reload(page)
  const row = rowOf(page, 'nightly.pdf')
  const start = row.getByRole('button', { name: '文字を認識' }).filter({ visible: true })
  await start.waitFor({ timeout: 30_000 })
  await start.click()
  await row.getByRole('button', { name: 'nightly.pdf の文字認識を中止' }).filter({ visible: true }).click()
  await start.click()
  await row.getByText('処理済み').filter({ visible: true }).waitFor({ timeout: 40_000 })
  await row.getByRole('button', { name: '元のテキスト' }).click()
  await page.getByRole('dialog').getByText('宿泊費の上限').waitFor()
})

test('a picture without words says so, and a long scan is not read unasked', async () => {
  const page = await openFiles()
  const blank = await picture()
  await page.getByRole('button', { name: 'Add files' }).click()
  const long = await scanOf(...Array.from({ length: 31 }, () => blank))
  await page.locator('input[type=file]').setInputFiles([asFile('blank.png', blank), asFile('long.pdf', long)])
  await page.getByText('long.pdf has more than 30 pages').waitFor({ timeout: 40_000 })
  await rowOf(page, 'long.pdf').getByRole('button', { name: 'Recognise text' }).filter({ visible: true }).waitFor()

  await rowOf(page, 'blank.png').getByRole('button', { name: 'Raw content' }).click()
  await page.getByRole('dialog', { name: 'blank.png' }).getByText('No text was found. It may be a scan.').waitFor()
})
