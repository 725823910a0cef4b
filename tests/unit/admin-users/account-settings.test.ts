import { describe, expect, it } from 'vitest'
import { accountSettings } from '~/provider/accounts/settings.ts'

const variables = {
  FIREBASE_PROJECT_ID: 'example',
  FIREBASE_TENANT_ID: '',
  AUTH_EMULATOR_URL: '',
  ACCOUNTS_URL: '',
  SIGNING_SECRET: 'secret',
  GOOGLE_CLIENT_EMAIL: '',
  GOOGLE_PRIVATE_KEY: '',
}
const credentials = { GOOGLE_CLIENT_EMAIL: 'a@example.iam.gserviceaccount.com', GOOGLE_PRIVATE_KEY: 'one\\ntwo' }
const refused = (cause: string) => expect.objectContaining({ code: 'fatal', cause: new Error(cause) }) as Error

describe('where accounts are made', () => {
  it('is nowhere without credentials', () => {
    expect(accountSettings(variables)).toBeUndefined()
  })

  it('is Google with those of a service account, within the tenant where there is one', () => {
    expect(accountSettings({ ...variables, ...credentials })).toEqual({
      url: 'https://identitytoolkit.googleapis.com/v1/projects/example',
      caller: { email: credentials.GOOGLE_CLIENT_EMAIL, privateKey: 'one\ntwo' },
    })
    expect(accountSettings({ ...variables, ...credentials, FIREBASE_TENANT_ID: 't-1' })?.url).toBe(
      'https://identitytoolkit.googleapis.com/v1/projects/example/tenants/t-1',
    )
  })

  it('is the emulator for a demo project, whatever the credentials, which it never sees', () => {
    const local = {
      ...variables,
      ...credentials,
      FIREBASE_PROJECT_ID: 'demo-x',
      AUTH_EMULATOR_URL: 'http://127.0.0.1:9',
    }
    expect(accountSettings(local)).toEqual({
      url: 'http://127.0.0.1:9/identitytoolkit.googleapis.com/v1/projects/demo-x',
      caller: 'owner',
    })
  })

  it('is this machine for its own accounts, in the name of the Worker, where mails can be sent', () => {
    const own = { ...variables, FIREBASE_PROJECT_ID: 'own_accounts', SIGNING_SECRET: 'ours' }
    expect(accountSettings(own)).toBeUndefined()
    expect(accountSettings({ ...own, ACCOUNTS_URL: 'http://127.0.0.1:9' })).toEqual({
      url: 'http://127.0.0.1:9/identitytoolkit.googleapis.com/v1/projects/own_accounts',
      caller: { SIGNING_SECRET: 'ours' },
    })
    for (const address of ['http://localhost:9', 'https://accounts.example', 'http://127.0.0.1.example.com'])
      expect(() => accountSettings({ ...own, ACCOUNTS_URL: address })).toThrow(
        refused('ACCOUNTS_URL is not of this machine'),
      )
  })

  it('is never the emulator for a real project or of another machine, nor half configured', () => {
    expect(() => accountSettings({ ...variables, AUTH_EMULATOR_URL: 'http://127.0.0.1:9' })).toThrow(
      refused('AUTH_EMULATOR_URL is only for demo- projects'),
    )
    const deployed = { FIREBASE_PROJECT_ID: 'demo-x', AUTH_EMULATOR_URL: 'https://emulator.example' }
    expect(() => accountSettings({ ...variables, ...deployed })).toThrow(
      refused('AUTH_EMULATOR_URL is not of this machine'),
    )
    expect(() => accountSettings({ ...variables, GOOGLE_CLIENT_EMAIL: 'a@x' })).toThrow(
      refused('GOOGLE_CLIENT_EMAIL and GOOGLE_PRIVATE_KEY need each other'),
    )
  })
})
