import { createHash, randomFillSync } from 'node:crypto'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PDFDocument } from 'pdf-lib'
import type { Page, Request, Route } from 'playwright'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { alive, answer, ask, chips, composer, idToken, member, reload, type Who } from './harness/index.ts'

const MiB = 1024 * 1024
const partAddresses = '**/v1/files/*/bytes?*part=*'

let folder: string
beforeAll(() => void (folder = mkdtempSync(join(tmpdir(), 'uploads-'))))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** A file on the disk, which a browser sends as it does its member's: by reading it, not from the test's memory. */
function fileOf(name: string, mebibytes: number): string {
  const path = join(folder, name)
  writeFileSync(path, randomFillSync(new Uint8Array(mebibytes * MiB)))
  return path
}

async function openFiles(who: Who = 'user'): Promise<Page> {
  const page = await member({ who, path: '/files', app: inject('appUrl') })
  await page.getByRole('heading', { name: 'Files & Sources' }).waitFor()
  return page
}

async function add(page: Page, ...paths: string[]) {
  if (!(await page.getByRole('dialog').isVisible())) await page.getByRole('button', { name: 'Add files' }).click()
  await page.locator('input[type=file]').setInputFiles(paths)
}

/** A busy machine takes longer than a second for a part. */
const eventually = <Value>(value: () => Value) => expect.poll(value, { timeout: 20_000 })

const listed = (page: Page, name: string) => page.getByRole('dialog').getByRole('listitem').filter({ hasText: name })
const rowOf = (page: Page, name: string) => page.getByRole('link', { name: `Open ${name}` })
const partOf = (request: Request) => Number(new URL(request.url()).searchParams.get('part'))

/** Holds the parts that `which` names, until they are let go; returns what lets them go. */
async function hold(page: Page, which: (part: number) => boolean = () => true) {
  const held: Route[] = []
  let open = false
  await page.route(partAddresses, async (route) => {
    if (open || !which(partOf(route.request()))) return route.continue()
    held.push(route)
  })
  return async () => {
    open = true
    await Promise.all(held.map((route) => route.continue().catch(() => {})))
  }
}

/** The numbers of the parts that arrive from now on. */
function partsArriving(page: Page): number[] {
  const parts: number[] = []
  page.on('response', (response) => {
    if (response.request().method() === 'PUT' && response.ok()) parts.push(partOf(response.request()))
  })
  return parts
}

/** What of the library a member sees under a name. */
async function filesNamed(page: Page, name: string, who: Who = 'user') {
  const headers = { authorization: `Bearer ${await idToken(who)}` }
  const response = await page.request.get(`/web/v1/files?name=${encodeURIComponent(name)}`, { headers })
  return ((await response.json()) as { data: { id: number; status: string; size: number }[] }).data
}

test('a large file goes in parts straight to its signed addresses, its bar moves by the bytes sent, and it arrives whole', async () => {
  const page = await openFiles()
  const path = fileOf('大きな映画🎬.mp4', 21)
  const requests: Request[] = []
  page.on('request', (request) => void (request.method() === 'PUT' && requests.push(request)))
  await page.evaluate(() => {
    const seen: number[] = []
    Object.assign(globalThis, { seen })
    new MutationObserver(() => {
      const bar = document.querySelector('[role=dialog] li [role=progressbar]')
      if (bar) seen.push(Number(bar.getAttribute('aria-valuenow')))
    }).observe(document.body, { subtree: true, childList: true, attributes: true })
  })
  const release = await hold(page, (part) => part === 3)
  await add(page, path)
  const bar = listed(page, '大きな映画🎬.mp4').getByRole('progressbar', { name: 'Upload of 大きな映画🎬.mp4' })
  // 16 of 21 MiB: between 0.5 and 0.7.
  await eventually(() => bar.getAttribute('aria-valuetext')).toContain('16.0 MB of 21.0 MB')
  await eventually(() => bar.getAttribute('aria-valuenow')).toBe('65')
  await release()
  await page.getByText('1 file uploaded successfully').waitFor()
  await page.getByRole('dialog').waitFor({ state: 'detached' })

  const seen = await page.evaluate(() => (globalThis as unknown as { seen: number[] }).seen)
  expect(seen).toEqual(seen.toSorted((a, b) => a - b))
  expect(seen[0]).toBe(0)
  expect(requests.map(partOf).toSorted()).toEqual([1, 2, 3])
  for (const request of requests) expect(await request.headerValue('authorization')).toBeNull()

  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page
      .getByRole('row')
      .filter({ has: rowOf(page, '大きな映画🎬.mp4') })
      .getByRole('button', { name: 'Download' })
      .click(),
  ])
  const hash = (file: string) => createHash('sha256').update(readFileSync(file)).digest('hex')
  expect(download.suggestedFilename()).toBe('大きな映画🎬.mp4')
  expect(hash(await download.path())).toBe(hash(path))
})

test('an upload that loses the connection says so, and goes on by itself with what is missing', async () => {
  const page = await openFiles()
  const arriving = partsArriving(page)
  const release = await hold(page, (part) => part > 1)
  await add(page, fileOf('tunnel.mp4', 20))
  await eventually(() => arriving).toEqual([1])
  await page.context().setOffline(true)
  await release()
  await listed(page, 'tunnel.mp4').getByText('Connection lost. The upload continues by itself.').waitFor()
  await page.context().setOffline(false)
  await page.getByText('1 file uploaded successfully').waitFor()
  expect(arriving.toSorted()).toEqual([1, 2, 3])
})

test('after a reload the same file goes on where it was', async () => {
  const page = await openFiles()
  const path = fileOf('continued.mp4', 20)
  const arriving = partsArriving(page)
  await hold(page, (part) => part === 3)
  await add(page, path)
  await eventually(() => arriving.toSorted()).toEqual([1, 2])
  await reload(page)

  const release = await hold(page)
  await add(page, path)
  await listed(page, 'continued.mp4').getByText('Continues at 80%').waitFor()
  await release()
  await page.getByText('1 file uploaded successfully').waitFor()
  expect(arriving.toSorted()).toEqual([1, 2, 3])
  expect(await filesNamed(page, 'continued.mp4')).toMatchObject([{ size: 20 * MiB }])
})

test('an upload that a page view left is listed by itself and can be discarded; one that another tab sends is not listed', async () => {
  const page = await openFiles()
  const arriving = partsArriving(page)
  await hold(page, (part) => part === 3)
  await add(page, fileOf('left.mp4', 20))
  await eventually(() => arriving.toSorted()).toEqual([1, 2])

  const other = await page.context().newPage()
  await other.goto('/files')
  await alive(other)
  await other.getByRole('button', { name: 'Add files' }).click()
  await other.getByRole('dialog').getByRole('button', { name: 'Choose files' }).waitFor()
  expect(await other.getByText('interrupted').count()).toBe(0)
  await reload(page)
  await page.getByRole('button', { name: '1 interrupted' }).click()
  const left = page.getByRole('region', { name: 'Interrupted uploads' })
  await left.getByText('Add the same file again to go on.').waitFor()

  await left.getByRole('button', { name: 'Discard upload of left.mp4' }).click()
  await left.waitFor({ state: 'detached' })
  expect(await filesNamed(page, 'left.mp4')).toEqual([])
})

test('a cancelled upload leaves nothing behind, and the focus stays in the dialog', async () => {
  const page = await openFiles()
  await hold(page)
  await add(page, fileOf('cancelled.mp4', 12))
  await eventually(async () => (await filesNamed(page, 'cancelled.mp4'))[0]?.status).toBe('uploading')
  const cancel = page.getByRole('button', { name: 'Cancel upload of cancelled.mp4' })
  await cancel.focus()
  await page.keyboard.press('Enter')
  await cancel.waitFor({ state: 'detached' })
  await eventually(() => filesNamed(page, 'cancelled.mp4')).toEqual([])
  expect(await page.evaluate(() => document.activeElement?.closest('[role=dialog]') !== null)).toBe(true)
})

test('a file that is deleted from the disk while it is sent fails with a clear message, and is not to be tried again', async () => {
  const page = await openFiles()
  const path = fileOf('fleeting.mp4', 20)
  const release = await hold(page)
  await add(page, path)
  await listed(page, 'fleeting.mp4').getByText('0 Bytes of 20.0 MB').waitFor()
  rmSync(path)
  await release()
  await listed(page, 'fleeting.mp4').getByText('The file can no longer be read').waitFor()
  expect(await page.getByRole('button', { name: 'Try fleeting.mp4 again' }).count()).toBe(0)
  await page.getByRole('button', { name: 'Remove fleeting.mp4 from the list' }).click()
  await eventually(() => filesNamed(page, 'fleeting.mp4')).toEqual([])
})

test('a file over the limit of the server is not added, and a warning names the limit', async () => {
  const page = await openFiles()
  const path = join(folder, 'huge.mp4')
  writeFileSync(path, '')
  truncateSync(path, 1024 * MiB + 1)
  await add(page, path)
  await page.getByText('Not added, larger than 1 GB: huge.mp4').waitFor()
  await page.getByText('Up to 1 GB for each file').waitFor()
  await page.getByText(/Text is read from .+ text files of up to 32 MB/).waitFor()
  expect(await page.getByRole('dialog').getByRole('listitem').count()).toBe(0)
})

test('two hundred files go three at a time, and only the rows in view are in the page', async () => {
  const page = await openFiles()
  const names = Array.from({ length: 200 }, (_, index) => `many-${index + 1}.txt`)
  await page.evaluate(() => {
    const seen = { most: 0 }
    Object.assign(globalThis, { seen })
    new MutationObserver(() => {
      seen.most = Math.max(seen.most, document.querySelectorAll('[role=dialog] li [role=progressbar]').length)
    }).observe(document.body, { subtree: true, childList: true })
  })
  await page.getByRole('button', { name: 'Add files' }).click()
  await page
    .locator('input[type=file]')
    .setInputFiles(names.map((name) => ({ name, mimeType: 'text/plain', buffer: Buffer.from(`The text of ${name}.`) })))
  await page
    .getByRole('dialog')
    .getByText(/^Uploading \d+ of 200$/)
    .waitFor()
  const rows = page.getByRole('dialog').getByRole('listitem')
  expect(await rows.count()).toBeLessThan(20)
  expect(await rows.first().getAttribute('aria-setsize')).toBe('200')
  await page
    .getByRole('dialog')
    .getByText(/^Uploading [2-9]\d of 200$/)
    .waitFor()
  expect(await page.evaluate(() => (globalThis as unknown as { seen: { most: number } }).seen.most)).toBe(3)
})

test('leaving the page asks while files are on their way, and only then', async () => {
  const page = await openFiles()
  const asked: string[] = []
  page.on('dialog', (dialog) => {
    asked.push(dialog.type())
    void dialog.dismiss()
  })
  const release = await hold(page)
  await add(page, fileOf('leaving.mp4', 11))
  await listed(page, 'leaving.mp4').getByText('0 Bytes of 11.0 MB').waitFor()
  await page.close({ runBeforeUnload: true })
  await eventually(() => asked).toEqual(['beforeunload'])
  expect(page.isClosed()).toBe(false)
  await release()
  await page.getByText('1 file uploaded successfully').waitFor()
  await page.close({ runBeforeUnload: true })
  await eventually(() => page.isClosed()).toBe(true)
  expect(asked).toEqual(['beforeunload'])
})

test('the files of a dropped folder are added; an empty folder says that it is', async () => {
  const page = await openFiles()
  const outer = join(folder, 'outer')
  mkdirSync(join(outer, 'inner'), { recursive: true })
  mkdirSync(join(folder, 'nothing'), { recursive: true })
  writeFileSync(join(outer, 'in-folder-a.txt'), 'One.')
  writeFileSync(join(outer, 'inner', 'in-folder-b.txt'), 'Two.')
  const browser = await page.context().newCDPSession(page)
  const drop = async (path: string) => {
    const data = { items: [], files: [path], dragOperationsMask: 1 }
    for (const type of ['dragEnter', 'dragOver', 'drop'] as const)
      await browser.send('Input.dispatchDragEvent', { type, x: 600, y: 300, data })
  }
  await drop(join(folder, 'nothing'))
  await page.getByText('There are no files in this folder').waitFor()
  await drop(outer)
  await page.getByText('2 files uploaded successfully').waitFor()
  await rowOf(page, 'in-folder-a.txt').waitFor()
  await rowOf(page, 'in-folder-b.txt').waitFor()
})

test('a large file that is attached to a question is uploaded in parts, and the question waits for it', async () => {
  const page = await member()
  const path = join(folder, 'catalogue.pdf')
  const document = await PDFDocument.create()
  document.addPage().drawText('The heron stands on one leg.', { x: 60, y: 700 })
  await document.attach(randomFillSync(new Uint8Array(11 * MiB)), 'pictures.bin')
  writeFileSync(path, await document.save())
  const arriving = partsArriving(page)
  const release = await hold(page, (part) => part === 2)
  await page.getByRole('button', { name: 'Attach files' }).click()
  await page.locator('input[type=file]').setInputFiles(path)
  await chips(page)
    .getByText(/^7\d%$/)
    .waitFor()
  await ask(page, 'What does it say?')
  await eventually(() => composer(page).inputValue()).toBe('')
  expect(await answer(page).count()).toBe(0)
  await release()
  await answer(page).getByText('A short answer.').waitFor({ timeout: 50_000 })
  expect(arriving.toSorted()).toEqual([1, 2])
}, 90_000)
