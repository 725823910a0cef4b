import type { Page } from 'playwright-core'
import { afterAll, expect, test } from 'vitest'
import { startModelsServer, type Take } from '../models-server.ts'
import { newPage, signIn, startSecondApp } from './harness/index.ts'

/** A model that says what a test tells it, and holds on where it is told to. */
const models = await startModelsServer()
afterAll(models.close)
const appUrl = await startSecondApp({
  OPENAI_BASE_URL: models.url,
  OPENAI_API_KEY: 'key',
  OPENAI_MODELS: 'small,large',
})

const answer = (page: Page) => page.getByRole('article', { name: 'Assistant' })
const script = (id: string, ...takes: Take[]) =>
  fetch(`${models.url}/scripts/${id}`, { method: 'PUT', body: JSON.stringify(takes) })
const release = (id: string) => fetch(`${models.url}/scripts/${id}/release`, { method: 'POST' })

async function ask(page: Page, text: string) {
  await page.getByLabel('Your question').fill(text)
  await page.keyboard.press('Enter')
}

async function member(): Promise<Page> {
  const page = await newPage()
  await page.goto(appUrl)
  await signIn(page, 'user')
  return page
}

test('an answer shows as it is written, while the model is still writing', async () => {
  await script('streams', [{ say: 'The first half, ' }, { hold: true }, { say: '**the second**.' }])
  const page = await member()
  await ask(page, 'script:streams')
  await answer(page).getByText('The first half,').waitFor()
  expect(await answer(page).textContent()).not.toContain('the second')
  await page.getByRole('button', { name: 'Stop', exact: true }).waitFor()
  await release('streams')
  await answer(page).locator('strong', { hasText: 'the second' }).waitFor()
  await page.getByRole('button', { name: 'Send' }).waitFor()
})

test('stopping keeps the text so far, marked as stopped, also after a reload', async () => {
  await script('stops', [{ say: 'Only this much.' }, { hold: true }, { say: 'Never said.' }])
  const page = await member()
  await ask(page, 'script:stops')
  await answer(page).getByText('Only this much.').waitFor()
  await page.getByRole('button', { name: 'Stop', exact: true }).click()
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
  await page.waitForURL(/\/chat\/\d+$/)
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
  await page.route('**/_serverFn/**', (route) =>
    route.request().method() === 'POST' ? route.abort() : route.continue(),
  )
  await ask(page, 'do not lose me')
  await page
    .getByText('The service is not available right now')
    .or(page.getByText('Something went wrong'))
    .first()
    .waitFor()
  expect(await page.getByLabel('Your question').inputValue()).toBe('do not lose me')
})

test('the configured models can be chosen, and the chosen one answers', async () => {
  const page = await member()
  await page.getByRole('combobox', { name: 'Model' }).click()
  await page.getByRole('option', { name: 'large' }).click()
  await script('chosen', [{ say: 'Chosen.' }])
  await ask(page, 'script:chosen')
  await answer(page).getByText('Chosen.').waitFor()
  const calls = (await (await fetch(`${models.url}/scripts/chosen/calls`)).json()) as { model: string }[]
  expect(calls.map(({ model }) => model)).toEqual(['large'])
})
