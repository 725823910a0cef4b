import type { Locator, Page } from 'playwright'
import { expect, inject, test } from 'vitest'
import type { StoredFile } from '~/contract/files.ts'
import {
  answered,
  apiResult,
  callApi,
  member,
  type PageOptions,
  question,
  reload,
  serverFunctions,
  type Who,
} from './harness/index.ts'
import { docx, foreign, pptx, xlsx } from './harness/office.ts'

/** Stores a file by the API and waits until it is processed, whatever becomes of it. */
async function stored(name: string, content: BlobPart, who: Who = 'user'): Promise<StoredFile> {
  const body = new FormData()
  body.append('files', new File([content], name))
  const { files } = await apiResult<{ files: StoredFile[] }>(who, '/v1/files/upload', { body })
  const current = () => apiResult<StoredFile>(who, `/v1/files/${files[0]!.id}`)
  await expect.poll(async () => (await current()).status, { timeout: 30_000 }).toMatch(/done|failed/)
  return current()
}

/** The files that the user reads, of which the samples are the oldest. */
const listed = async () => (await apiResult<{ data: StoredFile[] }>('user', '/web/v1/files?page_size=100')).data

const open = (path: string, options: PageOptions & { who?: Who } = {}) =>
  member({ ...options, path, app: inject('appUrl') })

const details = (page: Page) => page.getByRole('dialog', { name: 'File details' })
const nameField = (page: Page) => details(page).getByLabel('Name')
const save = (page: Page) => details(page).getByRole('button', { name: 'Save' })
const unsaved = (page: Page) => page.getByRole('dialog', { name: 'Unsaved changes' })

test('a row opens the details at an address of their own, which shows them again after a reload', async () => {
  const file = await stored('details.txt', 'Seen in detail.')
  const page = await open('/files?name=details.txt')
  await page.getByRole('group', { name: 'Actions for details.txt' }).getByRole('button', { name: 'Details' }).click()
  await page.waitForURL((url) => url.searchParams.get('file') === String(file.id))
  await reload(page)
  const dialog = details(page)
  await dialog.getByText('Only you and administrators').waitFor()
  const facts = await dialog.locator('dl').textContent()
  for (const fact of ['Processed', 'Document (text/plain)', 'Upload', '15 Bytes', String(file.id)])
    expect(facts).toContain(fact)
  await page.keyboard.press('Escape')
  await page.waitForURL((url) => url.search === '?name=details.txt')
  await dialog.waitFor({ state: 'detached' })
})

test('saving is possible only once something differs, trims the name, and the list shows it', async () => {
  const file = await stored('rename-me.txt', 'A text.')
  const page = await open(`/files?file=${file.id}`)
  await nameField(page).waitFor()
  expect(await save(page).isDisabled()).toBe(true)
  await nameField(page).fill(' rename-me.txt ')
  expect(await save(page).isDisabled()).toBe(true)
  await nameField(page).fill('  ')
  await details(page).getByText('Please write a name').waitFor()
  expect(await save(page).isDisabled()).toBe(true)

  await nameField(page).fill(' 議事録 📎 2026 ')
  await save(page).click()
  await page.getByText('Changes saved').waitFor()
  expect(await nameField(page).inputValue()).toBe('議事録 📎 2026.txt')
  expect(await save(page).isDisabled()).toBe(true)
  await page.keyboard.press('Escape')
  await page.getByRole('link', { name: 'Open 議事録 📎 2026.txt' }).waitFor()
})

test('what could not be saved stays as it was typed', async () => {
  const file = await stored('unlucky-name.txt', 'A text.')
  const page = await open(`/files?file=${file.id}`)
  await nameField(page).fill('never-stored')
  await page.route(serverFunctions, (route) => (route.request().method() === 'POST' ? route.abort() : route.continue()))
  await save(page).click()
  await details(page).getByText('Changes could not be saved').waitFor()
  expect(await nameField(page).inputValue()).toBe('never-stored')
  await page.unroute(serverFunctions)
  await save(page).click()
  await page.getByText('Changes saved', { exact: true }).waitFor()
})

test('unsaved changes are asked about on every way out, and kept while the preview lies over them', async () => {
  const file = await stored('careful.txt', 'Read me first.')
  const page = await open('/files')
  const actions = page.getByRole('group', { name: 'Actions for careful.txt' }).first()
  await actions.getByRole('button', { name: 'Details' }).click()
  await nameField(page).fill('half-written')

  await details(page).getByRole('button', { name: 'Preview' }).click()
  await page.frameLocator('iframe').getByText('Read me first.').waitFor()
  await page.getByRole('button', { name: 'Close preview' }).click()
  expect(await nameField(page).inputValue()).toBe('half-written')

  await details(page).getByRole('button', { name: 'Close' }).click()
  await unsaved(page).getByRole('button', { name: 'Cancel' }).click()
  await unsaved(page).waitFor({ state: 'detached' })
  expect(await nameField(page).inputValue()).toBe('half-written')
  expect(new URL(page.url()).searchParams.get('file')).toBe(String(file.id))

  await page.goBack()
  await unsaved(page).getByRole('button', { name: 'Yes' }).click()
  await details(page).waitFor({ state: 'detached' })
  await expect.poll(() => new URL(page.url()).searchParams.get('file')).toBeNull()
  expect(await apiResult('user', `/v1/files/${file.id}`)).toMatchObject({
    name: 'careful.txt',
  })
})

test('a file is deleted from its details once that is confirmed, unsaved changes or not', async () => {
  const file = await stored('doomed.txt', 'A text.')
  const page = await open(`/files?file=${file.id}`)
  await nameField(page).fill('too late')
  await details(page).getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('dialog', { name: 'Delete files' }).getByRole('button', { name: 'Yes' }).click()
  await page.getByText('File deleted').waitFor()
  await details(page).waitFor({ state: 'detached' })
  expect((await callApi('user', `/v1/files/${file.id}`)).status).toBe(404)
})

test("an organisation's file is only read by a user, and details that are not there say so", async () => {
  const shared = (await listed()).find(({ group_type }) => group_type === 'organization')!
  const page = await open(`/files?file=${shared.id}`)
  await details(page).getByText('Everyone in the organization').waitFor()
  expect(await details(page).getByRole('textbox').count()).toBe(0)
  for (const name of ['Save', 'Delete']) expect(await details(page).getByRole('button', { name }).count()).toBe(0)

  await page.goto('/files?file=987654')
  await details(page).getByRole('alert').getByText('This file no longer exists').waitFor()
})

test('a failed file says why in its details and its raw content', async () => {
  const file = await stored('broken-details.pdf', '%PDF-1.7\nnothing follows')
  const page = await open(`/files?file=${file.id}`)
  await details(page).getByText('The file is damaged and could not be read.').waitFor()
  await details(page).getByRole('button', { name: 'Raw content' }).click()
  const content = page.getByRole('dialog', { name: 'broken-details.pdf' })
  await content.getByText('No raw content available').waitFor()
  await content.getByText('The file is damaged and could not be read.').waitFor()
  await page.keyboard.press('Escape')
  await details(page).waitFor()
})

test('a failed file is processed again when asked to, and says how that went', async () => {
  const file = await stored('again.pdf', '%PDF-1.7\nnothing follows')
  const page = await open(`/files?file=${file.id}`)
  await details(page).getByRole('button', { name: 'Try again' }).click()
  const now = () => apiResult<StoredFile>('user', `/v1/files/${file.id}`)
  await expect.poll(async () => (await now()).updated_at, { timeout: 30_000 }).not.toBe(file.updated_at)
  await expect.poll(async () => (await now()).status, { timeout: 30_000 }).toBe('failed')
  await details(page).getByText('The file is damaged and could not be read.').waitFor()
  await details(page).getByRole('button', { name: 'Try again' }).waitFor()
})

test('a recording that nothing was read from says so once', async () => {
  const recording = await stored('silence.wav', wave())
  const page = await open(`/files?file=${recording.id}`)
  await details(page).getByText('Nothing was read from this recording').first().waitFor()
  expect(await details(page).getByText('Nothing was read from this recording').count()).toBe(1)
})

test('raw content has an address, a page to go to, and can be copied', async () => {
  const long = Array.from({ length: 300 }, (_, index) => `Line ${index} ${'よくある文章。'.repeat(30)}`).join('\n')
  const file = await stored('long.txt', long)
  const page = await open(`/files?content=${file.id}`)
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  const dialog = page.getByRole('dialog', { name: 'long.txt' })
  await dialog.getByText('Line 0 ').waitFor()
  await dialog.getByLabel('Go to page').selectOption('3')
  await page.waitForURL(/#page=3$/)
  await expect.poll(() => dialog.getByRole('heading', { name: 'Page 3', exact: true }).evaluate(inView)).toBe(true)
  await reload(page)
  await expect.poll(() => dialog.getByRole('heading', { name: 'Page 3', exact: true }).evaluate(inView)).toBe(true)
  await dialog.getByRole('button', { name: 'Copy text' }).click()
  await page.getByText('Copied to clipboard').waitFor()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toContain('Line 299')
})

const inView = (element: Element) => {
  const { top } = element.getBoundingClientRect()
  return top >= 0 && top < 300
}

test('Markdown and a recording are shown as what they are; what cannot be is saved', async () => {
  const markdown = await stored('guide.md', '# Heading\n\n**重要：**注意 ![x](https://example.com/pixel.png)')
  const page = await open(`/files/${markdown.id}`)
  const frame = page.frameLocator('iframe')
  await frame.getByRole('heading', { name: 'Heading' }).waitFor()
  expect(await frame.locator('strong').textContent()).toBe('重要：')
  expect(await frame.locator('img, a').count()).toBe(0)

  const recording = await stored('tone.wav', wave())
  await page.goto(`/files/${recording.id}`)
  await frame.locator('audio').waitFor()
  await expect.poll(() => frame.locator('audio').evaluate((audio: HTMLAudioElement) => audio.duration)).toBe(1)
  await frame.locator('audio').evaluate((audio: HTMLAudioElement) => audio.play())
  await expect
    .poll(() => frame.locator('audio').evaluate((audio: HTMLAudioElement) => audio.currentTime))
    .toBeGreaterThan(0)

  const archive = await stored('bundle.zip', new Uint8Array([0x50, 0x4b, 5, 6, ...Array<number>(18).fill(0)]))
  const [download] = await Promise.all([page.waitForEvent('download'), page.goto(`/files/${archive.id}`)])
  expect(download.suggestedFilename()).toBe('bundle.zip')
  await page.getByText('File downloaded').waitFor()
  await page.waitForURL(/\/files$/)
})

/** What the viewer marks. */
const marked = (page: Page) =>
  page
    .frames()
    .find((each) => each.url().includes('/viewer/'))
    ?.evaluate(() => [...(CSS.highlights.get('citation') ?? [])].map(String).join(' '))

/** Opens a file at a place with its words, and notes what is asked of elsewhere and what the document says by itself. */
async function openAt(file: StoredFile, place: string) {
  const page = await open('/files')
  const strange: string[] = []
  page.on('request', (request) => request.url().includes(foreign) && strange.push(request.url()))
  await page.exposeFunction('note', (said: string) => strange.push(said))
  await page.evaluate(() =>
    addEventListener(
      'message',
      ({ data }) => data === 'ran' && (globalThis as never as { note(said: string): void }).note('ran'),
    ),
  )
  await page.evaluate((address) => history.pushState(null, '', address), `/files/${file.id}#${place}`)
  return { page, frame: page.frameLocator('iframe'), strange }
}

test('a Word document is drawn with its layout, opened at the cited words, and nothing in it runs or is fetched', async () => {
  const file = await stored('layout.docx', await docx())
  const { page, frame, strange } = await openAt(file, 'page=2&words=primed%0Afor%2047%20seconds%20before%20it%20is')
  await page.getByText('Page 2 of 2').waitFor()
  await expect.poll(() => marked(page)).toBe('primed for 47 seconds before it is')

  const picture = frame.locator('img')
  expect(await picture.evaluate((image: HTMLImageElement) => [image.naturalWidth, image.width, image.height])).toEqual([
    120, 120, 60,
  ])
  const cell = frame.getByRole('cell', { name: 'Overdue' })
  expect(await cell.evaluate((element) => getComputedStyle(element).backgroundColor)).toBe('rgb(192, 0, 0)')
  expect(await frame.locator('footer').allInnerTexts()).toEqual(['Sheet 1 of 2', 'Sheet 2 of 2'])

  await frame.getByText('a script').click()
  await frame.getByText('a link').click()
  expect(await frame.locator('a[href], iframe').count()).toBe(0)
  expect(strange).toEqual([])
})

test('a slide is drawn as it is laid out, with the colours of its theme and master, and nothing foreign is fetched', async () => {
  const file = await stored('layout.pptx', pptx())
  const { page, frame, strange } = await openAt(file, 'page=2&words=Prime%20for%2047%20seconds')
  await page.getByText('Page 2 of 3').waitFor()
  await expect.poll(() => marked(page)).toBe('Prime for 47 seconds')

  const slide = frame.getByRole('region', { name: 'Slide 2' })
  const box = async (locator: Locator) => (await locator.boundingBox())!
  const whole = await box(slide)
  const scale = whole.width / 960
  const picture = await box(slide.locator('img').first())
  expect((picture.x - whole.x) / scale).toBeCloseTo(600, 0)
  expect((picture.y - whole.y) / scale).toBeCloseTo(200, 0)
  expect(picture.width / scale).toBeCloseTo(240, 0)
  const words = await box(slide.getByText('Prime for 47 seconds'))
  expect((words.x - whole.x) / scale).toBeGreaterThan(99)
  expect((words.y - whole.y) / scale).toBeGreaterThan(195)
  expect((words.y - whole.y) / scale).toBeLessThan(260)
  const drawn = await slide.evaluate((element) => element.innerHTML)
  expect(drawn).toMatch(/#00b050|rgb\(0, 176, 80\)/i)
  expect(drawn).toMatch(/#1f2937|rgb\(31, 41, 55\)/i)

  await slide.getByText('a script').click()
  expect(await frame.locator('a[href], video').count()).toBe(0)
  expect(strange).toEqual([])
})

test('a workbook is drawn as a grid with its formats, and opened at the cited row of the cited sheet', async () => {
  const file = await stored('layout.xlsx', await xlsx())
  const { page, frame, strange } = await openAt(file, 'page=4&words=Item%202500%203750')
  await expect.poll(() => marked(page)).toBe('Item 2500 3750')
  await frame.getByRole('tab', { name: 'Long', selected: true }).waitFor()
  const cited = frame.getByRole('cell', { name: 'Item 2500', exact: true })
  expect(await cited.evaluate(inFrame)).toBe(true)
  expect(await frame.getByRole('cell', { name: 'Amount', exact: true }).evaluate(inFrame)).toBe(true)
  expect(await frame.getByRole('cell').count()).toBeLessThan(400)

  await frame.getByRole('tab', { name: 'Long' }).press('ArrowLeft')
  await frame.getByRole('tab', { name: '点検', selected: true }).waitFor()
  const red = frame.getByRole('cell', { name: 'Overdue' })
  expect(await red.evaluate((element) => getComputedStyle(element).backgroundColor)).toBe('rgb(192, 0, 0)')
  await frame.getByRole('cell', { name: '2026年4月1日' }).waitFor()
  const width = async (name: string) => (await frame.getByRole('cell', { name }).boundingBox())!.width
  expect(await width('Inspections')).toBeCloseTo((await width('Overdue')) + (await width('2026年')) - 1, 0)
  const picture = frame.locator('img')
  expect(await picture.evaluate((image: HTMLImageElement) => [image.naturalWidth, image.width])).toEqual([120, 120])
  expect(strange).toEqual([])
})

test('a long table opens at the cited row', async () => {
  const rows = Array.from({ length: 60_000 }, (_, index) => `${index},Item ${index}`)
  const file = await stored('long.csv', ['id,name', ...rows].join('\n'))
  const { page, frame } = await openAt(file, 'page=52&words=51234%20Item%2051234')
  await expect.poll(() => marked(page)).toBe('51234 Item 51234')
  expect(await frame.getByRole('cell', { name: 'Item 51234', exact: true }).evaluate(inFrame)).toBe(true)
  expect(await frame.getByRole('cell', { name: 'name', exact: true }).evaluate(inFrame)).toBe(true)
})

test('a long text opens at the cited page and words', async () => {
  const text = Array.from({ length: 30_000 }, (_, index) => `Line ${index} of a long report about the reserve line.`)
  const file = await stored('long-report.txt', text.join('\n'))
  const cited = Math.floor(text.slice(0, 28_000).join('\n').length / 20_000) + 1
  const { page, frame } = await openAt(file, `page=${cited}&words=Line%2028000%20of%20a%20long%20report`)
  await expect.poll(() => marked(page)).toBe('Line 28000 of a long report')
  const top = await frame.locator('pre').evaluateAll(() => {
    const [range] = CSS.highlights.get('citation') ?? []
    return (range as Range).getBoundingClientRect().top / innerHeight
  })
  expect(top).toBeGreaterThan(0)
  expect(top).toBeLessThan(0.9)
})

const inFrame = (element: Element) => {
  const { top, bottom } = element.getBoundingClientRect()
  return top >= 0 && bottom <= innerHeight
}

/** A second of silence: 8 kHz, 8 bit, mono. */
function wave(): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(44 + 8000).fill(128)
  const view = new DataView(bytes.buffer)
  const text = (at: number, value: string) => bytes.set(new TextEncoder().encode(value), at)
  text(0, 'RIFF')
  view.setUint32(4, 36 + 8000, true)
  text(8, 'WAVEfmt ')
  view.setUint32(16, 16, true)
  view.setUint16(20, 1, true)
  view.setUint16(22, 1, true)
  view.setUint32(24, 8000, true)
  view.setUint32(28, 8000, true)
  view.setUint16(32, 1, true)
  view.setUint16(34, 8, true)
  text(36, 'data')
  view.setUint32(40, 8000, true)
  return bytes
}

test('an attachment that was deleted says so when it is pressed, and from then on', async () => {
  const file = await stored('short-lived.txt', 'The lighthouse has 214 steps.')
  const page = await open('/chat')
  await page.getByRole('button', { name: 'Attach files' }).click()
  await page.getByRole('region', { name: 'Attach files' }).getByText('short-lived.txt').click()
  await answered(page, 'How many steps has the lighthouse?')
  expect((await callApi('user', `/v1/files/${file.id}`, { method: 'DELETE' })).status).toBe(204)

  await question(page).getByRole('link', { name: 'Open short-lived.txt' }).click()
  await page.getByText('This file no longer exists, or you can no longer open it').waitFor()
  await expect.poll(() => new URL(page.url()).searchParams.get('preview')).toBeNull()
  expect(await page.locator('iframe').count()).toBe(0)
  const chip = question(page).getByRole('button', { name: 'short-lived.txt (no longer available)' })
  await chip.getByText('no longer available').waitFor()
  await page.getByRole('button', { name: 'Ask again' }).click()
  await page.getByText('“short-lived.txt” no longer exists, or you can no longer open it.').waitFor()
})

test('a conversation that is opened after its file was deleted says so at the attachment and at the citations', async () => {
  const file = await stored('closed-mine.txt', 'The copper mine of Ashio closed in 1973.')
  const page = await open('/chat')
  await page.getByRole('button', { name: 'Attach files' }).click()
  await page.getByRole('region', { name: 'Attach files' }).getByText('closed-mine.txt').click()
  await answered(page, 'When did the copper mine of Ashio close?')
  const references = page.getByRole('region', { name: 'References' })
  await references.getByRole('link').waitFor()
  expect((await callApi('user', `/v1/files/${file.id}`, { method: 'DELETE' })).status).toBe(204)

  await reload(page)
  await question(page).getByRole('button', { name: 'closed-mine.txt (no longer available)' }).waitFor()
  expect(await references.getByRole('link').count()).toBe(0)
  await references.getByRole('button').click()
  await page.getByText('This file no longer exists, or you can no longer open it').first().waitFor()
})
