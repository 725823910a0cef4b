import { expect, test } from 'vitest'
import { answered, member, question, questionText, script } from '../harness/index.ts'

test('Arabic reads from right to left, each paragraph for itself', async () => {
  const page = await member()
  await answered(page, 'مرحبا بالعالم')
  const directionOf = (text: string) =>
    question(page)
      .getByText(text)
      .evaluate((element) => {
        const range = document.createRange()
        range.selectNodeContents(element)
        const box = element.getBoundingClientRect()
        const words = range.getBoundingClientRect()
        return { direction: getComputedStyle(element).direction, right: Math.round(box.right - words.right) }
      })
  expect(await directionOf('مرحبا بالعالم')).toEqual({ direction: 'rtl', right: 0 })
})

test('a question as long as a book is shown by its beginning, and whole on request', async () => {
  const page = await member()
  const book = `Summarise: ${'lorem ipsum dolor '.repeat(9000)}`
  await answered(page, book)
  expect((await questionText(page))?.length).toBeLessThan(1300)
  await question(page).getByRole('button', { name: 'Show more' }).click()
  expect((await questionText(page))?.length).toBe(book.trim().length)
  await question(page).getByRole('button', { name: 'Show less' }).click()
  expect((await questionText(page))?.length).toBeLessThan(1300)
})

test('a conversation opens at its newest words, wherever the reader was in the one before, and the way back leads there', async () => {
  await script('long', [{ say: 'A paragraph.\n\n'.repeat(200) }])
  const page = await member()
  for (const title of ['Otters', 'Badgers']) {
    await page.getByRole('link', { name: 'New Conversation' }).click()
    await page.waitForURL(/\/chat$/)
    await answered(page, `${title} script:long`)
  }
  const box = page.locator('[data-scroller]')
  const place = () => box.evaluate(({ scrollTop }) => Math.round(scrollTop))
  const left = () => box.evaluate((one) => Math.round(one.scrollHeight - one.scrollTop - one.clientHeight))
  await expect.poll(left).toBeLessThan(2)
  await box.hover()
  await page.mouse.wheel(0, -3000)
  await expect.poll(left).toBeGreaterThan(1000)
  // The browser scrolls for a while: where it comes to rest is where the reader was.
  let read = 0
  const rests = async () => {
    const before = read
    read = await place()
    return read === before
  }
  await expect.poll(rests).toBe(true)
  const badgers = page.url()

  await page.getByRole('link', { name: 'Otters script:long' }).first().click()
  await question(page).getByText('Otters').waitFor()
  await expect.poll(left).toBeLessThan(2)
  await page.goBack()
  await page.waitForURL(badgers)
  await expect.poll(place).toBe(read)
})
