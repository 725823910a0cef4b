import type { Request } from 'playwright'
import { describe, expect, test } from 'vitest'
import {
  answer,
  answerTo,
  answered,
  ask,
  composer,
  member,
  question,
  release,
  reload,
  script,
  serverFunctions,
  stop,
} from '../harness/index.ts'

const isFeedback = (request: Request) => request.method() === 'POST' && !!request.postData()?.includes('feedback')

describe('the last answer', () => {
  test('is tried again: the same question, another answer in its place', async () => {
    await script('again', [{ say: 'The first try.' }], [{ say: 'The second try.' }])
    const page = await member()
    await answered(page, 'script:again')
    await answer(page).getByRole('button', { name: 'Ask again' }).click()
    await answer(page).getByText('The second try.').waitFor()
    await answer(page).getByRole('button', { name: 'Copy' }).waitFor()
    expect(await answer(page).count()).toBe(1)
    expect(await question(page).count()).toBe(1)
    expect(await page.getByText('The first try.').count()).toBe(0)
  })

  test('is stopped and tried again in one step', async () => {
    await script('restart', [{ say: 'Going nowhere' }, { hold: true }], [{ say: 'Arrived.' }])
    const page = await member()
    await ask(page, 'script:restart')
    await answer(page).getByText('Going nowhere').waitFor()
    await answer(page).getByRole('button', { name: 'Stop and ask again' }).click()
    await answer(page).getByText('Arrived.').waitFor()
    await answer(page).getByRole('button', { name: 'Copy' }).waitFor()
    expect(await answer(page).count()).toBe(1)
  })

  test('says that it was stopped, keeps its text, and can be asked for again', async () => {
    await script('stopped', [{ say: 'Half' }, { hold: true }], [{ say: 'Whole.' }])
    const page = await member()
    await ask(page, 'script:stopped')
    await answer(page).getByText('Half').waitFor()
    await stop(page).click()
    await answer(page).getByText('Stopped', { exact: true }).waitFor()
    expect(await answer(page).textContent()).toContain('Half')
    await answer(page).getByRole('button', { name: 'Ask again' }).click()
    await answer(page).getByText('Whole.').waitFor()
    expect(await answer(page).getByText('Stopped', { exact: true }).count()).toBe(0)
  })

  test('that failed keeps its text in the page, says why in red, and is asked for again over the failed one', async () => {
    await script('fails', [{ say: 'As far as it got' }, { hold: true }, { reset: true }], [{ say: 'Well now.' }])
    const page = await member()
    await ask(page, 'script:fails')
    await answer(page).getByText('As far as it got').waitFor()
    await release('fails')
    await answer(page).getByRole('alert').waitFor()
    expect(await answer(page).textContent()).toContain('As far as it got')
    await answer(page).getByRole('button', { name: 'Ask again' }).press('Enter')
    await answer(page).getByText('Well now.').waitFor()
    await answer(page).getByRole('button', { name: 'Copy' }).waitFor()
    expect(await answer(page).count()).toBe(1)
    expect(await answer(page).getByRole('alert').count()).toBe(0)
    expect(await question(page).count()).toBe(1)
  })
})

describe('feedback', () => {
  test('is good, bad or taken back, and is still there after a reload', async () => {
    const page = await member()
    await answered(page, 'Rate me')
    const pressed = (name: string) => answer(page).getByRole('button', { name }).getAttribute('aria-pressed')
    const rate = (act: () => Promise<void>) => answerTo(page, (response) => isFeedback(response.request()), act)

    await rate(() => answer(page).getByRole('button', { name: 'Good answer' }).click())
    await expect.poll(() => pressed('Good answer')).toBe('true')
    await rate(() => answer(page).getByRole('button', { name: 'Bad answer' }).press('Enter'))
    await expect.poll(() => pressed('Bad answer')).toBe('true')
    expect(await pressed('Good answer')).toBe('false')
    await reload(page)
    await expect.poll(() => pressed('Bad answer')).toBe('true')
    await rate(() => answer(page).getByRole('button', { name: 'Bad answer' }).click())
    await expect.poll(() => pressed('Bad answer')).toBe('false')
    await page.reload()
    await answer(page).getByRole('button', { name: 'Bad answer' }).waitFor()
    expect(await pressed('Bad answer')).toBe('false')
  })

  test('shows at once, and goes when the server refuses it', async () => {
    const page = await member()
    await answered(page, 'Rate me, offline')
    const good = answer(page).getByRole('button', { name: 'Good answer' })
    const held = Promise.withResolvers<void>()
    await page.route(serverFunctions, async (route) => {
      if (!isFeedback(route.request())) return route.fallback()
      await held.promise
      return route.abort()
    })
    await good.click()
    await expect.poll(() => good.getAttribute('aria-pressed')).toBe('true')
    held.resolve()
    await expect.poll(() => good.getAttribute('aria-pressed')).toBe('false')
    await page.getByText('Something went wrong').first().waitFor()
  })
})

describe('copying', () => {
  test('puts the Markdown without citation markers on the clipboard', async () => {
    await script('copies', [{ say: 'A **bold** word.' }])
    const page = await member()
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await answered(page, 'script:copies')
    await answer(page).getByRole('button', { name: 'Copy' }).click()
    await page.getByText('Copied to clipboard').waitFor()
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('A **bold** word.')
  })

  test('an answer that is only an image is refused, in words', async () => {
    await script('image', [{ say: '![A chart](/files/5)' }])
    const page = await member()
    await answered(page, 'script:image')
    await answer(page).getByRole('button', { name: 'Copy' }).click()
    await page.getByText("Images can't be copied, download the file instead").waitFor()
  })
})

test('the end of an answer is announced once, and the log is busy until then', async () => {
  await script('announced', [{ say: 'Slowly' }, { hold: true }, { say: ' done.' }])
  const page = await member()
  await ask(page, 'script:announced')
  await answer(page).getByText('Slowly').waitFor()
  expect(await page.getByRole('log').getAttribute('aria-busy')).toBe('true')
  expect(await composer(page).evaluate((box) => box === document.activeElement)).toBe(true)
  const status = page.getByRole('status').filter({ hasText: 'The answer is finished' })
  expect(await status.count()).toBe(0)
  await release('announced')
  await status.waitFor({ state: 'attached' })
  expect(await page.getByRole('log').getAttribute('aria-busy')).toBe('false')
})
