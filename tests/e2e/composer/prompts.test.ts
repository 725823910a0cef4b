import { expect, inject, test } from 'vitest'
import { apiResult, composer, member, question } from '../harness/index.ts'

test('a slash calls the saved prompts: Enter takes one into the box, sends nothing, and an input method takes none', async () => {
  for (const title of ['Minutes', '議事録'])
    await apiResult('user', '/web/v1/prompts', {
      app: inject('scriptedAppUrl'),
      body: { owner: 'member', title, text: `Sum up as ${title}:` },
    })
  const page = await member()
  const list = page.getByRole('listbox', { name: 'Saved prompts' })
  await composer(page).fill('/')
  await list.getByRole('option', { name: 'Manage prompts' }).waitFor()
  await composer(page).fill('／ギジ')
  await list.waitFor({ state: 'detached' })
  await composer(page).fill('/議事')
  await list.getByRole('option', { name: '議事録' }).waitFor()
  await composer(page).evaluate((box) =>
    box.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', keyCode: 229, bubbles: true } as KeyboardEventInit)),
  )
  expect(await composer(page).inputValue()).toBe('/議事')
  await composer(page).press('Enter')
  await expect.poll(() => composer(page).inputValue()).toBe('Sum up as 議事録:')
  expect(await question(page).count()).toBe(0)

  await composer(page).fill('/min')
  await list.getByRole('option', { name: 'Minutes' }).waitFor()
  await composer(page).press('Escape')
  await list.waitFor({ state: 'detached' })
  expect(await composer(page).inputValue()).toBe('/min')
})
