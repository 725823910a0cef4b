import { expect, test } from 'vitest'
import { answer, ask, member } from '../harness/index.ts'

test('agents are picked in the grid by the arrow keys', async () => {
  const page = await member()
  const radios = page.getByRole('group', { name: 'Agent' }).getByRole('radio')
  await radios.first().waitFor()
  expect(await radios.count()).toBe(9)
  const first = page.getByRole('radio', { name: 'Automatic' })
  expect(await first.isChecked()).toBe(true)
  await first.focus()
  for (let step = 0; step < 9; step++) await page.keyboard.press('ArrowDown')
  expect(await first.isChecked()).toBe(true)
  await page.keyboard.press('ArrowDown')
  expect(await page.getByRole('radio', { name: 'Chat', exact: true }).isChecked()).toBe(true)
  await page.getByRole('combobox', { name: 'Agent' }).getByText('Chat').waitFor()
})

test('the agent picker lists the default first, then all that the organisation has', async () => {
  const page = await member()
  await page.getByRole('combobox', { name: 'Agent' }).click()
  const options = page.getByRole('option')
  await options.first().waitFor()
  expect(await options.count()).toBe(9)
  expect(await options.first().innerText()).toContain('Automatic')
})

test('the agent and the model are those of the last question, also after a reload', async () => {
  const page = await member()
  await page.getByRole('radio', { name: 'Chat', exact: true }).check()
  await page.getByRole('combobox', { name: 'Model' }).click()
  await page.getByRole('option', { name: 'large' }).click()
  await ask(page, 'remember my choice')
  await answer(page).getByText('A short answer.').waitFor()
  await page.reload()
  await page.getByRole('combobox', { name: 'Model' }).getByText('large').waitFor()
  await page.getByRole('combobox', { name: 'Agent' }).getByText('Chat').waitFor()
  await page.getByRole('link', { name: 'New Conversation' }).click()
  await page.getByRole('combobox', { name: 'Agent' }).getByText('Automatic').waitFor()
  await page.getByRole('combobox', { name: 'Model' }).getByText('Adaptive').waitFor()
})
