import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import en from '../../messages/en.json'
import ja from '../../messages/ja.json'

const app = fileURLToPath(new URL('../../app', import.meta.url))
const mails = fileURLToPath(new URL('../../scripts/serve/accounts/mail.ts', import.meta.url))
const source = globSync('**/*.{ts,tsx}', { cwd: app, exclude: ['paraglide/**'] })
  .map((file) => `${app}/${file}`)
  .concat(mails)
  .map((file) => readFileSync(file, 'utf8'))
  .join('\n')

const { $schema: _english, ...english } = en
const { $schema: _japanese, ...japanese } = ja
const placeholders = (text: string) => (text.match(/\{\w+\}/g) ?? []).toSorted()

test('every message is shown somewhere', () => {
  const used = new Set([...source.matchAll(/\b(?:m|texts)\.(\w+)/g)].map(([, key]) => key))
  expect(Object.keys(english).filter((key) => !used.has(key))).toEqual([])
})

test('every message is in both languages, with the same placeholders', () => {
  const placeholdersOf = (messages: Record<string, string>) =>
    Object.fromEntries(Object.entries(messages).map(([key, text]) => [key, placeholders(text)]))
  expect(placeholdersOf(japanese)).toEqual(placeholdersOf(english))
})
