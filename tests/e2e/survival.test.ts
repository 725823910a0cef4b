import type { BrowserContext, Page } from 'playwright'
import { expect, test } from 'vitest'
import {
  alive,
  answer,
  ask,
  callsOf,
  halfAnswered,
  inConversation,
  member,
  question,
  refuseSession,
  release,
  script,
  send,
  serverFunctions,
  signIn,
  stop,
} from './harness/index.ts'

/** The whole answer shows, once, under one question, and still does after a reload. */
async function expectWhole(page: Page) {
  for (const reloads of [false, true]) {
    if (reloads) await page.reload()
    await answer(page).getByText('The first half, and the second.', { exact: true }).waitFor()
    await send(page).waitFor()
    expect([await question(page).count(), await answer(page).count()]).toEqual([1, 1])
  }
}

/** Cuts the network of all the context's pages, as a tunnel does, until they have noticed. */
async function cut(context: BrowserContext, page: Page) {
  await context.setOffline(true)
  await page.getByText('Connection lost').waitFor()
}

test('a cut of the network in the middle: what was said meanwhile comes when it is back, in place', async () => {
  const page = await member()
  await halfAnswered(page, 'cut')
  await answer(page).evaluate((element) => (element.dataset.same = 'yes'))
  await cut(page.context(), page)
  await release('cut')
  expect(await answer(page).textContent()).toContain('The first half,')
  await page.context().setOffline(false)
  await answer(page).getByText('The first half, and the second.', { exact: true }).waitFor()
  // The stored answer has taken the live one's place, and nothing was redrawn.
  await send(page).waitFor()
  expect(await answer(page).getAttribute('data-same')).toBe('yes')
  await expectWhole(page)
})

test('a second tab that opens the conversation shows the same answer, and both see its end', async () => {
  const first = await member()
  await halfAnswered(first, 'tabs')
  const second = await first.context().newPage()
  await second.goto(first.url())
  await answer(second).getByText('The first half,').waitFor()
  await release('tabs')
  await expectWhole(first)
  await expectWhole(second)
})

test('a tab that shows a conversation sees what another tab asks in it', async () => {
  const first = await member()
  await script('idle', [{ say: 'Earlier.' }])
  await ask(first, 'script:idle')
  await inConversation(first)
  await answer(first).getByText('Earlier.').waitFor()
  await send(first).waitFor()
  const second = await first.context().newPage()
  await second.goto(first.url())
  await answer(second).getByText('Earlier.').waitFor()
  await alive(second)

  await script('next', [{ say: 'Now ' }, { hold: true }, { say: 'both.' }])
  await ask(first, 'script:next')
  await answer(second).getByText('Now').waitFor()
  await release('next')
  for (const page of [first, second]) {
    await answer(page).getByText('Now both.').waitFor()
    await expect.poll(() => answer(page).count()).toBe(2)
    expect(await question(page).count()).toBe(2)
  }
})

const unread = (page: Page, title: string) =>
  page.getByRole('navigation').getByRole('link', { name: new RegExp(`${title}\\s*New answer`) })
const writing = (page: Page, title: string) =>
  page.getByRole('navigation').getByRole('link', { name: new RegExp(`${title}\\s*An answer is being written`) })

test('after a reload on another page, an answer that goes on marks its conversation when it ends', async () => {
  const page = await member()
  await halfAnswered(page, 'reloaded')
  await page.goto('/files')
  await writing(page, 'script:reloaded').waitFor()
  await release('reloaded')
  await unread(page, 'script:reloaded').waitFor()
  await page.reload()
  await unread(page, 'script:reloaded').click()
  await expectWhole(page)
  expect(await unread(page, 'script:reloaded').count()).toBe(0)
})

test('an answer that ends in another tab, unseen there too, marks its conversation until one of them shows it', async () => {
  const first = await member()
  await halfAnswered(first, 'elsewhere')
  const second = await first.context().newPage()
  await second.goto('/files')
  await writing(second, 'script:elsewhere').waitFor()
  await first.getByRole('link', { name: 'New Conversation' }).click()
  await release('elsewhere')
  for (const page of [first, second]) await unread(page, 'script:elsewhere').waitFor()
  await unread(first, 'script:elsewhere').click()
  await expectWhole(first)
  await unread(second, 'script:elsewhere').waitFor({ state: 'detached' })
})

test('a session that ends in the middle: after signing in again the answer goes on', async () => {
  const page = await member()
  await halfAnswered(page, 'session')
  const mend = await refuseSession(page)
  await cut(page.context(), page)
  await page.context().setOffline(false)
  await page.getByRole('button', { name: 'Sign in', exact: true }).waitFor()
  await mend()
  await release('session')
  await signIn(page, 'user')
  await expectWhole(page)
})

test('stopping without a network stops the answer as soon as there is one', async () => {
  const page = await member()
  await halfAnswered(page, 'stop')
  await cut(page.context(), page)
  await stop(page).click()
  await page.context().setOffline(false)
  await answer(page).getByText('Stopped', { exact: true }).waitFor()
  expect(await answer(page).textContent()).toContain('The first half,')
})

test('a question whose answer got lost on the way is asked once', async () => {
  const page = await member()
  await script('lost', [{ say: 'Only once.' }])
  let lost = 0
  await page.route(serverFunctions, async (route) => {
    if (route.request().method() !== 'POST' || lost++ > 0) return route.continue()
    // The server gets it and answers; the answer does not arrive.
    await route.fetch()
    await route.abort()
  })
  await ask(page, 'script:lost')
  await answer(page).getByText('Only once.').waitFor()
  await inConversation(page)
  await page.reload()
  await answer(page).getByText('Only once.').waitFor()
  expect(lost).toBeGreaterThan(1)
  expect([await question(page).count(), await answer(page).count()]).toEqual([1, 1])
  expect(await callsOf('lost')).toHaveLength(1)
})

test('what is shown while an answer streams is what is shown after a reload, to the letter', async () => {
  const text =
    '## 見出し\n\n**重要：**注意してください。 $5 now, $9 later; $x^2$.\n\n| a | b |\n| - | - |\n| 1 | 2 |\n\n- one\n- two\n'
  const page = await member()
  await script('letters', [...[...text].flatMap((say) => [{ say }, { pause: 3 }]), { say: '\nThe end.' }])
  await ask(page, 'script:letters')
  await answer(page).getByText('The end.').waitFor()
  await send(page).waitFor()
  await answer(page).locator('.katex').waitFor()
  const body = answer(page).locator('h2').locator('..')
  // Less the marks that React leaves in what the server drew.
  const drawn = async () => (await body.innerHTML()).replace(/<!--.*?-->/g, '')
  const live = await drawn()
  await page.reload()
  await answer(page).getByText('The end.').waitFor()
  await expect.poll(drawn).toBe(live)
})

test('the view follows a growing answer, lets go at the first turn of the wheel, and leads back', async () => {
  const lines = (from: number, to: number) =>
    Array.from({ length: to - from }, (_, index) => ({ say: `Line ${from + index}.\n\n` }))
  const page = await member()
  await script('scroll', [...lines(0, 60), { hold: true }, ...lines(60, 120), { hold: true }, { say: 'The end.' }])
  await ask(page, 'script:scroll')
  await answer(page).getByText('Line 59.').waitFor()
  const scroller = page.locator('[data-scroller]')
  const fromBottom = () => scroller.evaluate((box) => box.scrollHeight - box.scrollTop - box.clientHeight)
  await expect.poll(fromBottom).toBeLessThan(2)

  await scroller.hover()
  await page.mouse.wheel(0, -120)
  await expect.poll(fromBottom).toBeGreaterThan(100)
  const top = await scroller.evaluate((box) => box.scrollTop)
  await release('scroll')
  await answer(page).getByText('The end.').waitFor({ state: 'attached' })
  expect(await scroller.evaluate((box) => box.scrollTop)).toBe(top)

  await page.getByRole('button', { name: 'Back to the newest message' }).click()
  await expect.poll(fromBottom).toBeLessThan(2)
  await page.reload()
  await answer(page).getByText('The end.').waitFor()
  await expect.poll(fromBottom).toBeLessThan(2)
})
