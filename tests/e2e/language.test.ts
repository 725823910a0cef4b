import { expect, inject, test } from 'vitest'
import { newPage, signIn } from './harness/index.ts'

const served = async (headers: Record<string, string>) => {
  const html = await (await fetch(`${inject('appUrl')}/chat`, { headers })).text()
  return /<html[^>]* lang="(\w+)"/.exec(html)?.[1]
}

test.each([
  [{ 'accept-language': 'en-GB,en;q=0.9' }, 'en'],
  [{ 'accept-language': 'ja,en;q=0.5' }, 'ja'],
  [{ 'accept-language': 'fr-FR,fr;q=0.9' }, 'ja'],
  [{ 'accept-language': 'en', cookie: 'language=ja' }, 'ja'],
])('the server renders %j in %s', async (headers, language) => {
  expect(await served(headers)).toBe(language)
})

test('the language of local storage wins over the browser, and the page never hydrates in another', async () => {
  const page = await newPage({ language: 'en' })
  const errors: string[] = []
  page.on('console', (message) => message.type() === 'error' && errors.push(message.text()))
  await page.addInitScript(() => localStorage.setItem('language', 'ja'))
  await page.goto('/')
  await page.getByRole('button', { name: 'Googleでログイン' }).waitFor()
  expect(await page.locator('html').getAttribute('lang')).toBe('ja')
  expect(errors.filter((text) => /hydrat|418/i.test(text))).toEqual([])
})

test('the switcher of the sign-in form changes the language in place and keeps what was typed', async () => {
  const page = await newPage({ language: 'en' })
  await page.goto('/')
  await page.getByLabel('Email').fill('someone@example.com')
  await page.getByRole('button', { name: '日本語' }).click()
  await page.getByRole('heading', { name: 'ログイン' }).waitFor()
  expect(await page.getByLabel('メールアドレス').inputValue()).toBe('someone@example.com')
  expect(await page.evaluate(() => localStorage.getItem('language'))).toBe('ja')
  await page.reload()
  await page.getByRole('heading', { name: 'ログイン' }).waitFor()
})

test('a member changes the language from the account menu, and the choice is confirmed and kept', async () => {
  const page = await newPage({ language: 'en' })
  await signIn(page, 'user')
  await page.getByRole('button', { name: 'Account menu' }).click()
  await page.getByRole('menuitem', { name: 'Language' }).click()
  await page.getByRole('dialog').getByRole('button', { name: '日本語' }).click()
  await page.getByText('言語を保存しました').waitFor()
  await page.reload()
  await page.getByRole('heading', { name: '何をしますか？' }).waitFor()
  const html = await (await page.request.get('/chat')).text()
  expect(html).toContain('lang="ja"')
})
