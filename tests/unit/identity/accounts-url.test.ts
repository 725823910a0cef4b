import { describe, expect, test } from 'vitest'
import { accountsUrlOf } from '~/provider/identity/accounts-url.ts'

const emulator = 'http://127.0.0.1:9099'
const origin = 'https://chat.example'
const urlOf = (project: string, address: string) =>
  accountsUrlOf({ FIREBASE_PROJECT_ID: project, AUTH_EMULATOR_URL: address }, origin)

describe('the accounts that a page is sent to', () => {
  test("are an emulator's for a demo project on the machine itself", () => {
    expect(urlOf('demo-project', emulator)).toBe(emulator)
    expect(urlOf('demo-project', 'http://[::1]:9099')).toBe('http://[::1]:9099')
  })

  test.each(['our-project', 'my-demo-project', 'Demo-project', ''])('are never an emulator of the project %j', (id) => {
    expect(urlOf(id, emulator)).toBe('')
  })

  test.each([
    'https://emulator.example',
    'http://10.0.0.1:9099',
    'http://127.0.0.1.example.com',
    'http://127.0.0.1@evil.example',
    "http://evil.example; script-src 'unsafe-inline'",
    '',
  ])('are never at %j, which is not of this machine', (address) => {
    expect(urlOf('demo-project', address)).toBe('')
  })

  test("are of the page's own origin where a machine keeps them itself, whatever else is said", () => {
    expect(urlOf('own_accounts', emulator)).toBe(origin)
  })
})
