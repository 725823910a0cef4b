import { expect, test } from 'vitest'
import { drop, paste } from '../harness/file-transfer.ts'
import { answer, ask, chips, composer, inConversation, member, question } from '../harness/index.ts'

test('a pasted file is uploaded, attached and sent with the question, and opens from it, also after a reload', async () => {
  const page = await member()
  await paste(page, 'pasted.txt')
  await chips(page).getByText('pasted.txt').waitFor()
  await page.getByRole('button', { name: 'Attach files, 1 attached' }).waitFor()
  // At once: the question waits for its file.
  await ask(page, 'What does it say?')
  const sent = question(page).getByRole('link', { name: 'Open pasted.txt' })
  await sent.waitFor()
  expect(await chips(page).count()).toBe(0)
  await inConversation(page)
  await answer(page).getByText('A short answer.').waitFor()
  await page.reload()
  await sent.click()
  await page.waitForURL(/[?&]preview=\d+/)
  await page.frameLocator('iframe').getByText('The text of pasted.txt.').waitFor()
})

test('a picture of copied cells is not attached: their text is pasted', async () => {
  const page = await member()
  const prevented = await composer(page).evaluate((element) => {
    const clipboardData = new DataTransfer()
    clipboardData.items.add(new File(['x'], 'image.png', { type: 'image/png' }))
    clipboardData.setData('text/plain', '1\t2')
    clipboardData.setData('text/html', '<table><tr><td>1</td><td>2</td></tr></table>')
    return !element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
  })
  expect(prevented).toBe(false)
  expect(await chips(page).count()).toBe(0)
})

test('files dropped anywhere on the chat page are attached, more than the limit are refused in words', async () => {
  const page = await member()
  await drop(page, 'header', 'dropped-a.txt', 'dropped-b.txt', 'dropped-c.txt')
  await page.getByText('Maximum number of files exceeded').waitFor()
  await page.getByText('Drop files to upload').waitFor({ state: 'detached' })
  await chips(page).getByText('dropped-b.txt').waitFor()
  expect(await chips(page).getByRole('listitem').count()).toBe(2)
  await page.getByText('2 files uploaded successfully').waitFor()
  await page.getByRole('button', { name: 'Remove dropped-a.txt' }).click()
  await page.getByRole('button', { name: 'Attach files, 1 attached' }).waitFor()
})

test('files dropped on the files page go into the library', async () => {
  const page = await member()
  await page.getByRole('link', { name: 'Files & Sources' }).first().click()
  await page.getByRole('heading', { name: 'Files & Sources' }).waitFor()
  await drop(page, 'header', 'to-library.txt')
  await page.getByRole('link', { name: 'Open to-library.txt' }).waitFor()
  await page.getByRole('link', { name: 'New Conversation' }).click()
  await composer(page).waitFor()
  expect(await chips(page).count()).toBe(0)
})

test('the file panel finds, filters and chooses files, and says why others cannot join', async () => {
  const page = await member()
  for (const name of ['panel-one.txt', 'panel-two.txt', 'panel-three.txt']) {
    await paste(page, name)
    await page.getByRole('button', { name: `Remove ${name}` }).waitFor()
    await expect.poll(() => chips(page).getByRole('status').count(), { timeout: 15_000 }).toBe(0)
    await page.getByRole('button', { name: `Remove ${name}` }).click()
  }
  await page.getByRole('button', { name: 'Attach files', exact: true }).click()
  const panel = page.getByRole('region', { name: 'Attach files' })
  await panel.getByRole('searchbox').fill('PANEL-')
  await expect.poll(() => panel.getByRole('checkbox').count()).toBe(3)
  await panel.getByLabel('panel-one.txt').check()
  await panel.getByLabel('panel-two.txt').check()
  await page.getByRole('button', { name: 'Attach files, 2 attached' }).waitFor()
  expect(await panel.getByLabel('panel-three.txt').isDisabled()).toBe(true)
  await panel.getByText('No more files can be added to this message').waitFor()
  await panel.getByLabel('panel-one.txt').uncheck()
  expect(await panel.getByLabel('panel-three.txt').isDisabled()).toBe(false)
  expect(await chips(page).getByRole('listitem').allInnerTexts()).toEqual(['panel-two.txt'])

  await panel.getByRole('button', { name: 'Organization' }).click()
  await panel.getByText('No items found').waitFor()
  await page.keyboard.press('Escape')
  await panel.waitFor({ state: 'detached' })
  expect(await page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toBe('Attach files, 1 attached')
})
