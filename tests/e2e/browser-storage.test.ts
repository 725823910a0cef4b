import { expect, test } from 'vitest'
import { alive, answered, composer, newPage, signIn } from './harness/index.ts'

/** What a browser does to its storage, before any script of a page runs. */
const browsers: Record<string, () => void> = {
  'forbids storage': () => {
    for (const name of ['localStorage', 'sessionStorage'])
      Object.defineProperty(window, name, {
        get() {
          throw new DOMException('denied', 'SecurityError')
        },
      })
  },
  'has no room left in its storage': () => {
    Storage.prototype.setItem = () => {
      throw new DOMException('full', 'QuotaExceededError')
    }
  },
}

test.each(Object.keys(browsers))('a browser that %s is good enough to ask, and keeps what is typed', async (kind) => {
  const page = await newPage()
  const errors: string[] = []
  page.on('pageerror', ({ message }) => errors.push(message))
  await page.addInitScript(browsers[kind]!)
  await signIn(page, 'user')
  await alive(page)
  await answered(page, 'What is 6 times 7?')
  await composer(page).fill('half a thought')
  await page.getByRole('link', { name: 'Files & Sources' }).first().click()
  await page.getByRole('button', { name: 'Add files' }).waitFor()
  await page.goBack()
  await expect.poll(() => composer(page).inputValue()).toBe('half a thought')
  expect(errors).toEqual([])
})
