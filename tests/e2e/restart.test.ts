import { expect, test } from 'vitest'
import { answer, ask, inConversation, member, script, startSecondApp } from './harness/index.ts'

const app = await startSecondApp()

test('a restart of the server ends the answer in words, with what it said, and the conversation goes on', async () => {
  const page = await member({ app: app.url })
  // What is said is stored within a second.
  await script('restart', [{ say: 'The first half, ' }, { pause: 1500 }, { say: 'and a little more' }, { hold: true }])
  await ask(page, 'script:restart')
  await answer(page).getByText('and a little more').waitFor()
  await inConversation(page)
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
