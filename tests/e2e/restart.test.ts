import { expect, test } from 'vitest'
import { answer, ask, halfAnswered, member, script, startSecondApp } from './harness/index.ts'

const app = await startSecondApp()

test('a restart of the server ends the answer in words, with what it said, and the conversation goes on', async () => {
  const page = await member({ app: app.url })
  await halfAnswered(page, 'restart')
  await app.restart()
  await answer(page).getByText('The answer was interrupted').waitFor()
  expect(await answer(page).textContent()).toContain('The first half,')
  await script('after', [{ say: 'All well.' }])
  await ask(page, 'script:after')
  await answer(page).getByText('All well.').waitFor()
  await page.reload()
  await answer(page).getByText('The answer was interrupted').waitFor()
  await answer(page).getByText('All well.').waitFor()
})
