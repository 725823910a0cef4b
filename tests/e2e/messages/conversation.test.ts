import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright'
import { describe, expect, test } from 'vitest'
import { answer, answered, ask, composer, member, question, script } from '../harness/index.ts'

test('a branch holds what was before the question, with the question to be changed, and the old conversation stays', async () => {
  await script('one', [{ say: 'Answer one.' }])
  await script('two', [{ say: 'Answer two.' }])
  await script('other', [{ say: 'Another answer two.' }])
  const page = await member()
  await answered(page, 'Question script:one')
  await answered(page, 'Question script:two')
  const old = page.url()
  await question(page).last().getByRole('button', { name: 'Branch from here' }).click()
  await page.waitForURL((url) => url.href !== old && /\/chat\/\d+$/.test(url.pathname))
  await page.getByRole('heading', { name: 'Question script:one (branch)' }).waitFor()
  await answer(page).getByText('Answer one.').waitFor()
  await expect.poll(() => question(page).count()).toBe(1)
  expect(await composer(page).inputValue()).toBe('Question script:two')
  await ask(page, 'script:other')
  await answer(page).getByText('Another answer two.').waitFor()
  await page.goto(old)
  await answer(page).getByText('Answer two.', { exact: true }).waitFor()
  expect(await question(page).count()).toBe(2)
  expect(await page.getByText('Another answer two.').count()).toBe(0)
})

describe('an export', () => {
  async function saved(page: Page, item: string) {
    await page.getByRole('button', { name: 'Conversation actions' }).focus()
    await page.keyboard.press('Enter')
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('menuitem', { name: item }).press('Enter'),
    ])
    return { name: file.suggestedFilename(), text: await readFile(await file.path(), 'utf8') }
  }

  test('is Markdown to read, or the API’s entries as JSON, named after the conversation', async () => {
    await script('exports', [{ say: 'It says **so**.' }])
    const page = await member()
    await answered(page, 'What / does it say? script:exports')
    const markdown = await saved(page, 'Export as Markdown')
    expect(markdown.name).toBe('What does it say script exports.md')
    expect(markdown.text).toContain('# What / does it say? script:exports')
    expect(markdown.text).toContain('It says **so**.')
    const json = await saved(page, 'Export as JSON')
    expect(json.name).toBe('What does it say script exports.json')
    const { entries } = JSON.parse(json.text) as { entries: { content: { version: number; response?: string } }[] }
    expect(entries.map(({ content }) => content.version)).toEqual([1, 2])
    expect(entries[1]?.content.response).toBe('It says **so**.')
  })
})

test('a conversation that does not exist says so, and leads to a new one', async () => {
  const page = await member()
  await page.goto('/chat/999999')
  await page.getByRole('heading', { name: 'This conversation does not exist' }).waitFor()
  expect(await composer(page).count()).toBe(0)
  await page.getByRole('main').getByRole('link', { name: 'New Conversation' }).click()
  await page.getByRole('heading', { name: 'What would you like to do?' }).waitFor()
})
