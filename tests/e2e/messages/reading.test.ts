import { expect, test } from 'vitest'
import { answered, member, question, questionText } from '../harness/index.ts'

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
