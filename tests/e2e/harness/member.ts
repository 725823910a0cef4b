import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { BrowserContext, Page } from 'playwright'
import { inject } from 'vitest'
import { newPage, type PageOptions } from './browser.ts'
import { signIn, type Who } from './sign-in.ts'

export interface MemberOptions extends PageOptions {
  who?: Who
  path?: string
}

/** What a browser keeps of a member who has signed in. */
interface Session {
  cookies: Awaited<ReturnType<BrowserContext['cookies']>>
  /** Firebase's user, by the name under which the tab's storage has it. */
  user: Record<string, string>
}

/**
 * A page of a member who has signed in before, the demo user where nothing else is said; of the copy with the scripted
 * model where no other `app` is named. Who is to sign in through the form calls {@link signIn}.
 */
export async function member({
  who = 'user',
  path = '/chat',
  app = inject('scriptedAppUrl'),
  ...options
}: MemberOptions = {}): Promise<Page> {
  const page = await newPage({ app, ...options })
  const { cookies, user } = await sessionOf(who)
  await page.context().addCookies(cookies)
  // Any small file will do: only a page of the same origin can fill the tab's storage.
  await page.goto('/favicon.svg')
  await page.evaluate((entries) => Object.assign(sessionStorage, entries), user)
  await page.goto(path)
  await alive(page)
  return page
}

/** Signs in once in a run of the tests; all copies have the same accounts. */
async function sessionOf(who: Who): Promise<Session> {
  const file = join(inject('sessionsDir'), `${who}.json`)
  if (!existsSync(file)) writeFileSync(file, JSON.stringify(await newSession(who)))
  return JSON.parse(readFileSync(file, 'utf8')) as Session
}

async function newSession(who: Who): Promise<Session> {
  const page = await newPage()
  await signIn(page, who)
  const user = await page.evaluate(() =>
    Object.fromEntries(Object.entries(sessionStorage).filter(([name]) => name.startsWith('firebase:'))),
  )
  const cookies = (await page.context().cookies()).filter(({ name }) => name === 'session')
  await page.context().close()
  return { cookies, user }
}

/** Reloads a page on which something will be pressed. */
export async function reload(page: Page) {
  await page.reload()
  await alive(page)
}

/** React has taken over what the server drew: a click is no longer lost. */
export const alive = (page: Page) =>
  page.waitForFunction(() => {
    const controls = [...document.querySelectorAll('button, textarea, input')]
    return (
      controls.length > 0 && controls.every((each) => Object.keys(each).some((key) => key.startsWith('__reactProps')))
    )
  })
