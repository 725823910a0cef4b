import { Problem } from '../local/problem.ts'
import { ask } from './ask.ts'
import type { Cloudflare } from './cloudflare.ts'
import { hasOrganization } from './database.ts'
import { findDatabase } from './resources.ts'
import { locations, Settings } from './settings.ts'

interface Known {
  cloudflare: Cloudflare
  suffix: string
  /** Of the settings, as messages name it. */
  file: string
  /** Whether nobody is to be invited. */
  isEmpty: boolean
}

/**
 * Asks for what is missing, once: it is kept in the settings.
 * @throws a {@link Problem} where there is nobody to ask, or the answers are none
 */
export async function complete(settings: Settings, { cloudflare, suffix, file, isEmpty }: Known): Promise<Settings> {
  const here = (key: string) => `set ${key} in ${file}.`
  const { variables } = settings

  const variable = async (name: string, fallback?: string) =>
    variables[name] ?? (await ask(name, here(`"${name}" among the variables`), fallback))
  const FIREBASE_PROJECT_ID = await variable('FIREBASE_PROJECT_ID')
  const firebase = {
    FIREBASE_PROJECT_ID,
    FIREBASE_API_KEY: await variable('FIREBASE_API_KEY'),
    FIREBASE_AUTH_DOMAIN: await variable('FIREBASE_AUTH_DOMAIN', `${FIREBASE_PROJECT_ID}.firebaseapp.com`),
  }

  const databaseId = await findDatabase({ cloudflare, suffix })
  const location =
    settings.location ??
    (databaseId
      ? undefined
      : await ask(`Where data lie, for good: ${locations.join(', ')}`, here('"location"'), 'near this machine'))
  const organization =
    settings.organization ??
    (isEmpty || (await hasOrganization(cloudflare, databaseId)) ? undefined : await askOrganization(here))

  const { success, data, error } = Settings.safeParse({
    ...settings,
    account: cloudflare.account.id,
    location: location === 'near this machine' ? undefined : location,
    variables: { ...variables, ...firebase },
    organization,
  })
  if (!success)
    throw new Problem(`The answers cannot be used: ${error.issues.map(({ message }) => message).join('; ')}`)
  return data
}

async function askOrganization(here: (key: string) => string) {
  const otherwise = here('"organization": { "name", "admin", "time_zone", "language" }')
  return {
    name: await ask("The organisation's name", otherwise),
    admin: await ask("Its first admin's address", otherwise),
    time_zone: await ask('Its time zone', otherwise, Intl.DateTimeFormat().resolvedOptions().timeZone),
    language: await ask("Its admin's language, en or ja", otherwise, 'ja'),
  }
}
