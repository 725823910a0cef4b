import { expect, test } from 'vitest'
import { paste } from '../harness/file-transfer.ts'
import {
  answer,
  ask,
  chips,
  composer,
  inConversation,
  logOut,
  member,
  question,
  refuseSession,
  serverFunctions,
  signIn,
} from '../harness/index.ts'

test('a draft survives a reload with its agent and its file, stays out of other conversations, and is found again', async () => {
  const page = await member()
  await ask(page, 'An earlier conversation')
  await inConversation(page)
  await page.getByRole('link', { name: 'New Conversation' }).click()
  await page.getByRole('radio', { name: 'File search' }).check()
  await paste(page, 'draft.txt')
  await page.getByText('1 file uploaded successfully').waitFor()
  await composer(page).fill('half a thought')
  await page.reload()
  await expect.poll(() => composer(page).inputValue()).toBe('half a thought')
  expect(await page.getByRole('radio', { name: 'File search' }).isChecked()).toBe(true)
  await chips(page).getByText('draft.txt').waitFor()

  await page.getByRole('link', { name: 'An earlier conversation' }).click()
  await inConversation(page)
  await expect.poll(() => composer(page).inputValue()).toBe('')
  expect(await chips(page).count()).toBe(0)
  await page.getByRole('link', { name: 'New Conversation' }).click()
  await expect.poll(() => composer(page).inputValue()).toBe('half a thought')
  await chips(page).getByText('draft.txt').waitFor()
})

test('what is typed before the page has come to life is kept and can be sent', async () => {
  const page = await member()
  const { promise: held, resolve: letGo } = Promise.withResolvers<void>()
  await page.route('**/assets/*.js', async (route) => {
    await held
    await route.continue()
  })
  await page.reload({ waitUntil: 'commit' })
  await composer(page).fill('an early bird')
  letGo()
  await page.getByRole('button', { name: 'Account menu' }).waitFor()
  await expect
    .poll(() => page.evaluate(() => Object.values(sessionStorage).some((value) => value.includes('an early bird'))))
    .toBe(true)
  await composer(page).press('Enter')
  await question(page).getByText('an early bird').waitFor()
})

test('an expired session keeps the draft for its member; logging out leaves nothing for the next', async () => {
  const page = await member()
  await composer(page).fill('not for other eyes')
  const mend = await refuseSession(page)
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Sign in', exact: true }).waitFor()
  await mend()

  await signIn(page, 'admin')
  await composer(page).waitFor()
  expect(await composer(page).inputValue()).toBe('')
  await logOut(page)
  await signIn(page, 'user')
  await composer(page).waitFor()
  expect(await page.evaluate(() => Object.keys(sessionStorage).filter((name) => name.startsWith('draft:')))).toEqual([])
})

test('an expired session loses no question: its member finds it in the box again, or asked', async () => {
  const page = await member()
  await composer(page).fill('asked too late')
  const mend = await refuseSession(page)
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Sign in', exact: true }).waitFor()
  await mend()
  await signIn(page, 'user')
  const asked = question(page).getByText('asked too late')
  await expect
    .poll(async () => (await composer(page).inputValue()) === 'asked too late' || (await asked.count()) === 1)
    .toBe(true)
})

test('what is typed before a new conversation has its number goes with it', async () => {
  const page = await member()
  const { promise: held, resolve: letGo } = Promise.withResolvers<void>()
  await page.route(serverFunctions, async (route) => {
    if (route.request().postData()?.includes('the first question')) await held
    await route.continue()
  })
  await ask(page, 'the first question')
  await question(page).waitFor()
  await page.keyboard.type('and the next')
  letGo()
  await inConversation(page)
  await expect.poll(() => composer(page).inputValue()).toBe('and the next')
  await page.getByRole('link', { name: 'New Conversation' }).click()
  await page.getByRole('heading', { name: 'What would you like to do?' }).waitFor()
  await expect.poll(() => composer(page).inputValue()).toBe('')
})

test('a question that was on its way when the page was reloaded is asked, and asked once', async () => {
  const page = await member()
  const { promise: seen, resolve: see } = Promise.withResolvers<void>()
  let sends = 0
  await page.route(serverFunctions, async (route) => {
    if (!route.request().postData()?.includes('in mid-air')) return route.continue()
    sends++
    if (sends > 1) return route.continue()
    see()
  })
  await ask(page, 'in mid-air')
  await seen
  await page.reload()
  await question(page).getByText('in mid-air').waitFor()
  await inConversation(page)
  await answer(page).getByText('A short answer.').waitFor()
  await page.getByRole('link', { name: 'in mid-air' }).first().waitFor()
  expect(await page.getByRole('link', { name: 'in mid-air' }).count()).toBe(1)
  expect(await question(page).count()).toBe(1)
})
