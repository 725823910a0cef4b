import { expect, test } from 'vitest'
import {
  answer,
  ask,
  callsOf,
  composer,
  inConversation,
  member,
  refuseCalls,
  release,
  script,
  send,
  stop,
} from './harness/index.ts'

test('an answer shows as it is written, while the model is still writing', async () => {
  await script('streams', [{ say: 'The first half, ' }, { hold: true }, { say: '**the second**.' }])
  const page = await member()
  await ask(page, 'script:streams')
  await answer(page).getByText('The first half,').waitFor()
  expect(await answer(page).textContent()).not.toContain('the second')
  await stop(page).waitFor()
  await release('streams')
  await answer(page).locator('strong', { hasText: 'the second' }).waitFor()
  await send(page).waitFor()
})

test('stopping keeps the text so far, marked as stopped, also after a reload', async () => {
  await script('stops', [{ say: 'Only this much.' }, { hold: true }, { say: 'Never said.' }])
  const page = await member()
  await ask(page, 'script:stops')
  await answer(page).getByText('Only this much.').waitFor()
  await stop(page).click()
  await answer(page).getByText('Stopped', { exact: true }).waitFor()
  await page.reload()
  await answer(page).getByText('Stopped', { exact: true }).waitFor()
  expect(await answer(page).textContent()).toContain('Only this much.')
})

test('a reload in the middle loses nothing: the text is there, and goes on', async () => {
  await script('reloads', [{ say: 'Before the reload, ' }, { hold: true }, { say: 'and after it.' }])
  const page = await member()
  await ask(page, 'script:reloads')
  await answer(page).getByText('Before the reload,').waitFor()
  await inConversation(page)
  await page.reload()
  await answer(page).getByText('Before the reload,').waitFor()
  await release('reloads')
  await answer(page).getByText('Before the reload, and after it.').waitFor()
  expect(await answer(page).count()).toBe(1)
})

test('an answer goes on while the reader is in another conversation', async () => {
  await script('waits', [{ say: 'While you were away' }, { hold: true }, { say: ', I finished.' }])
  const page = await member()
  await ask(page, 'script:waits')
  await answer(page).getByText('While you were away').waitFor()
  await page.getByRole('link', { name: 'New Conversation' }).click()
  await page.getByRole('heading', { name: 'What would you like to do?' }).waitFor()
  await release('waits')
  await page.getByRole('link', { name: 'script:waits' }).click()
  await answer(page).getByText('While you were away, I finished.').waitFor()
})

test('a model that fails is reported in words, and what it said before stays', async () => {
  await script('breaks', [{ say: 'Half of an answer' }, { hold: true }, { reset: true }])
  const page = await member()
  await ask(page, 'script:breaks')
  await answer(page).getByText('Half of an answer').waitFor()
  await release('breaks')
  await answer(page).getByRole('alert').waitFor()
  expect(await answer(page).textContent()).toContain('Half of an answer')
})

test('a question that is refused comes back into the box', async () => {
  const page = await member()
  await refuseCalls(page)
  await ask(page, 'do not lose me')
  await page
    .getByText('The service is not available right now')
    .or(page.getByText('Something went wrong'))
    .first()
    .waitFor()
  expect(await composer(page).inputValue()).toBe('do not lose me')
})

test('the configured models can be chosen, and the chosen one answers', async () => {
  const page = await member()
  await page.getByRole('combobox', { name: 'Model' }).click()
  await page.getByRole('option', { name: 'large' }).click()
  await script('chosen', [{ say: 'Chosen.' }])
  await ask(page, 'script:chosen')
  await answer(page).getByText('Chosen.').waitFor()
  expect((await callsOf('chosen')).map(({ model }) => model)).toEqual(['large'])
})
