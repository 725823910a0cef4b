import type { Page } from 'playwright'
import { PDFDocument, StandardFonts } from 'pdf-lib'
import { expect, test } from 'vitest'
import { answer, ask, inConversation, newPage, signIn } from './harness/index.ts'

const fact = 'The Kestrel reserve pump must be primed for 47 seconds before it is started.'

const pages = [
  ['Kestrel Waterworks', 'Operating manual for the northern pumping station.'],
  ['Daily rounds', 'Inspect the intake grid every morning and note the water level in the logbook.'],
  ['Reserve pump', fact, 'Never run it dry: the seals are cooled by the water itself.'],
  ['Winter', 'Drain the outdoor pipes before the first frost and close valve nine.'],
]

async function manual(): Promise<Buffer> {
  const document = await PDFDocument.create()
  const font = await document.embedFont(StandardFonts.Helvetica)
  for (const lines of pages) {
    const page = document.addPage([595, 842])
    for (const [index, line] of lines.entries())
      page.drawText(line, { x: 60, y: 740 - index * 30, size: index ? 11 : 20, font })
  }
  return Buffer.from(await document.save())
}

/** Notes how the answer grows, from before it is asked for. */
const watchAnswer = (page: Page) =>
  page.evaluate(() => {
    const lengths: number[] = []
    Object.assign(globalThis, { lengths })
    new MutationObserver(() => {
      const length = document.querySelector('.prose-text')?.textContent?.length ?? 0
      if (length && length !== lengths.at(-1)) lengths.push(length)
    }).observe(document.body, { subtree: true, childList: true, characterData: true })
  })

const lengths = (page: Page) => page.evaluate(() => (globalThis as unknown as { lengths: number[] }).lengths)

/** What the viewer marks on the page. */
const highlighted = async (page: Page) => {
  const frame = page.frames().find((each) => each.url().includes('/viewer/'))
  return frame?.evaluate(() => [...(CSS.highlights.get('citation') ?? [])].map(String).join(' '))
}

test('a newcomer signs in, uploads a PDF, asks for a fact on page 3, watches the answer come, and opens the cited page', async () => {
  const page = await newPage()
  await signIn(page, 'user')

  await page.getByRole('link', { name: 'Files & Sources' }).first().click()
  await page.getByRole('button', { name: 'Add files' }).click()
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'kestrel-manual.pdf', mimeType: 'application/pdf', buffer: await manual() })
  await page.getByRole('row', { name: /kestrel-manual\.pdf.*processed/i }).waitFor({ timeout: 30_000 })

  await page.getByRole('link', { name: 'New Conversation' }).click()
  await watchAnswer(page)
  await ask(page, 'For how many seconds must the Kestrel reserve pump be primed?')
  await inConversation(page)
  const address = page.url()
  await answer(page).getByRole('region', { name: 'References' }).waitFor()
  expect(await answer(page).textContent()).toContain('47 seconds')
  const steps = await lengths(page)
  expect(steps.length).toBeGreaterThan(2)
  expect(steps[0]).toBeLessThan(steps.at(-1)! / 2)

  await answer(page)
    .getByRole('link', { name: /Source 1: kestrel-manual\.pdf, page 3/ })
    .click()
  expect(new URL(page.url()).searchParams.get('preview_page')).toBe('3')
  await page
    .frameLocator('iframe')
    .getByText(/Kestrel reserve pump/)
    .first()
    .waitFor()
  await expect.poll(() => highlighted(page)).toContain('47 seconds')

  const copied = page.url()
  const tab = await page.context().newPage()
  const asked: string[] = []
  tab.on('request', (request) => asked.push(`${request.url().split('#')[0]} ${request.headers()['referer'] ?? ''}`))
  await tab.goto(copied)
  await expect.poll(() => highlighted(tab), { timeout: 20_000 }).toContain('47 seconds')
  await tab.reload()
  await expect.poll(() => highlighted(tab), { timeout: 20_000 }).toContain('47 seconds')
  expect(asked.filter((address) => /seconds/.test(decodeURIComponent(address)))).toEqual([])
  await tab.close()

  await page.keyboard.press('Escape')
  await page.locator('iframe').waitFor({ state: 'detached' })
  expect(page.url()).toBe(address)

  const errors: Error[] = []
  page.on('pageerror', (error) => errors.push(error))
  await page.reload()
  await answer(page).getByText('47 seconds').first().waitFor()
  await page.getByRole('link', { name: /For how many seconds/ }).waitFor()
  expect(errors).toEqual([])
})
