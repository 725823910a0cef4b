import type { Page } from 'playwright'
import { afterEach, expect, inject, test } from 'vitest'
import type { Agent } from '../../app/contract/agents.ts'
import { alive, apiResult, callApi, member, type MemberOptions, refuseCalls, reload } from './harness/index.ts'

const open = (path: string, options?: MemberOptions): Promise<Page> =>
  member({ who: 'admin', path, app: inject('appUrl'), ...options })

const listAgents = () => apiResult<Agent[]>('admin', '/web/v1/agents')
const changeAgent = (id: number, body: object) => callApi('admin', `/web/v1/agents/${id}`, { method: 'PATCH', body })

// All tests share one product: what one switched off is on again.
afterEach(async () => {
  for (const { id, type, enabled, properties } of await listAgents()) {
    if (!enabled) await changeAgent(id, { enabled: true })
    if (properties?.rules?.length) await changeAgent(id, { properties: { type, rules: [] } })
  }
})

const switchOf = (page: Page, name: string) => page.getByRole('switch', { name: `Enable ${name}` })
const rules = (page: Page) => page.getByRole('textbox', { name: 'Rules' })

/** What the composer's picker offers, without the descriptions. */
async function offered(page: Page) {
  await page.getByRole('combobox', { name: 'Agent' }).click()
  const options = page.getByRole('option')
  await options.first().waitFor()
  const names = (await options.allInnerTexts()).map((text) => text.split('\n')[0])
  await page.keyboard.press('Escape')
  return names
}

test('with all agents off the chat says so and what to do, and the note of the grid names who will answer', async () => {
  const listed = await listAgents()
  const switchAll = (enabled: boolean) => Promise.all(listed.map(({ id }) => changeAgent(id, { enabled })))
  await switchAll(false)
  const page = await open('/chat')
  await page.getByRole('heading', { name: 'No agents available yet' }).waitFor()
  expect(await page.locator('body').innerText()).not.toContain('auto_ai')
  expect(await page.getByRole('combobox', { name: 'Agent' }).count()).toBe(0)
  const reader = await open('/chat', { who: 'user' })
  await reader.getByText('Please ask an administrator.').waitFor()
  expect(await reader.getByRole('link', { name: 'Choose agents' }).count()).toBe(0)

  await page.getByRole('link', { name: 'Choose agents' }).click()
  await switchOf(page, 'File search').click()
  await page.getByText('Saved agent configuration').waitFor()
  await page.getByRole('link', { name: 'Back to chat' }).click()
  await page.getByText('Your question goes to File search.').waitFor()
  await switchAll(true)
  await page.reload()
  await page.getByText('An agent will be picked automatically after sending.').waitFor()
  await alive(page)
  await page.getByRole('radio', { name: 'Chat', exact: true }).click()
  await page.getByText('Your question goes to Chat.').waitFor()
})

test('an agent that is switched off vanishes from grid and picker at once, the server refuses it, and it comes back', async () => {
  const page = await open('/chat')
  expect(await offered(page)).toContain('File search')

  await page.getByRole('button', { name: 'Account menu' }).click()
  await page.getByRole('menuitem', { name: 'Admin' }).click()
  await page.getByRole('link', { name: 'Agent Config' }).click()
  await switchOf(page, 'File search').click()
  await page.getByText('Saved agent configuration').waitFor()
  expect(await switchOf(page, 'File search').getAttribute('aria-checked')).toBe('false')

  await page.getByRole('link', { name: 'Back to chat' }).click()
  await page.getByRole('radio', { name: 'Chat', exact: true }).waitFor()
  await expect.poll(() => page.getByRole('radio', { name: 'File search' }).count()).toBe(0)
  expect(await offered(page)).not.toContain('File search')

  const body = { query: 'Who pays the fee?', pipeline: 'search_ai' }
  const refused = await callApi('user', '/web/v1/chat', { body })
  expect(refused.status).toBe(400)
  expect(await refused.json()).toMatchObject({ code: 'unavailable_agent' })

  await page.goto('/admin/agents')
  await alive(page)
  await switchOf(page, 'File search').click()
  await page.getByText('Saved agent configuration').waitFor()
  await page.getByRole('link', { name: 'Back to chat' }).click()
  await page.getByRole('radio', { name: 'File search' }).waitFor()
})

test('where the default agent is switched off the first one that is on is chosen', async () => {
  const page = await open('/admin/agents')
  await switchOf(page, 'Automatic').click()
  await page.getByText('Saved agent configuration').waitFor()
  const user = await open('/chat', { who: 'user' })
  await user.getByRole('radio', { name: 'Chat', exact: true, checked: true }).waitFor()
  await user.getByRole('combobox', { name: 'Agent' }).getByText('Chat').waitFor()
})

test('a switch that could not be saved goes back and says why', async () => {
  const page = await open('/admin/agents')
  const mend = await refuseCalls(page, 'enabled')
  await switchOf(page, 'Chat').click()
  await page.getByText('Something went wrong. Please try again.').waitFor()
  await expect.poll(() => switchOf(page, 'Chat').getAttribute('aria-checked')).toBe('true')
  await mend()
  await switchOf(page, 'Chat').click()
  await page.getByText('Saved agent configuration').waitFor()
  await reload(page)
  expect(await switchOf(page, 'Chat').getAttribute('aria-checked')).toBe('false')
})

test('a card shows what its agent does, or the rules; the open one is part of the address', async () => {
  const page = await open('/admin/agents')
  const card = (name: string) => page.getByRole('button', { name, expanded: true })
  await page.getByRole('button', { name: 'File search' }).click()
  await page.getByText('Find passages in your files and pages').waitFor()
  await page.waitForURL(/agent=search_ai/)

  await page.goto('/admin/agents?agent=compliance_review_ai')
  await card('Compliance review').waitFor()
  await rules(page).waitFor()
  expect(await page.getByText('Check documents against your rules').isVisible()).toBe(false)

  for (const malformed of ['nobody', '%3Cscript%3E', '7', '[]']) {
    await page.goto(`/admin/agents?agent=${malformed}`)
    await page.getByRole('heading', { name: 'Agent Config' }).waitFor()
    expect(await page.getByRole('button', { expanded: true }).and(page.locator('h2 button')).count()).toBe(0)
  }
})

test('rules come from a Shift_JIS CSV, are saved only when changed, and are there for the next admin', async () => {
  const page = await open('/admin/agents?agent=compliance_review_ai')
  const save = page.getByRole('button', { name: 'Save', exact: true })
  expect(await save.isEnabled()).toBe(false)

  const choose = (name: string, buffer: Buffer) =>
    page.locator('input[type=file]').setInputFiles({ name, mimeType: 'text/csv', buffer })
  await choose('rules.txt', Buffer.from('No,Rule\n1,A'))
  await page.getByText('Invalid file type .txt. Allowed types: .csv').waitFor()

  // 'No,規則' and '1,解約,,,', then an English rule.
  const shiftJis = Buffer.concat([
    Buffer.from('No,'),
    Buffer.from([0x8b, 0x4b, 0x91, 0xa5]),
    Buffer.from('\r\n1,'),
    Buffer.from([0x89, 0xf0, 0x96, 0xf1]),
    Buffer.from(',,,\r\n2,Names the parties,,,\r\n'),
  ])
  await choose('rules.csv', shiftJis)
  await expect.poll(() => rules(page).inputValue()).toBe('解約\nNames the parties')
  await page.getByText('Rules: 2').waitFor()
  await save.click()
  await page.getByText('Saved agent configuration').waitFor()
  await expect.poll(() => save.isEnabled()).toBe(false)

  const other = await open('/admin/agents?agent=compliance_review_ai')
  expect(await rules(other).inputValue()).toBe('解約\nNames the parties')
})

test('rules that could not be saved stay, outlive a closed card, and are not left without a question', async () => {
  const page = await open('/admin/agents?agent=compliance_review_ai')
  const mend = await refuseCalls(page, 'rules')
  await rules(page).fill('Names the parties')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByRole('alert').getByText('Something went wrong. Please try again.').waitFor()
  expect(await rules(page).inputValue()).toBe('Names the parties')

  const card = page.getByRole('button', { name: 'Compliance review' })
  await card.click()
  await rules(page).waitFor({ state: 'hidden' })
  await card.click()
  expect(await rules(page).inputValue()).toBe('Names the parties')

  await page.getByRole('link', { name: 'Back to chat' }).click()
  const question = page.getByRole('dialog', { name: 'Leave without saving?' })
  await question.getByRole('button', { name: 'Cancel' }).click()
  await question.waitFor({ state: 'detached' })
  expect(page.url()).toContain('/admin/agents')
  expect(await rules(page).inputValue()).toBe('Names the parties')

  await mend()
  await page.getByRole('link', { name: 'Back to chat' }).click()
  await question.getByRole('button', { name: 'Yes' }).click()
  await page.waitForURL(/\/chat$/)
})

test('a list that fails says why, in red, and can be tried again; in Japanese', async () => {
  const page = await open('/chat', { language: 'ja' })
  await page.route('**/_serverFn/**', (route) => route.abort())
  await page.evaluate(() => history.pushState({}, '', '/admin/agents'))
  await page.evaluate(() => dispatchEvent(new PopStateEvent('popstate')))
  await page.getByRole('heading', { name: 'エージェント設定' }).waitFor()
  await page.getByRole('alert').getByText('エラーが発生しました').waitFor()
  await page.unroute('**/_serverFn/**')
  await page.getByRole('button', { name: '再試行' }).click()
  await page.getByRole('switch', { name: 'チャットを有効にする' }).waitFor()
})
