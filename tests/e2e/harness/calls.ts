import type { Page, Response, Route } from 'playwright'

/** Every call that the browser makes of the product. */
export const serverFunctions = '**/_serverFn/**'

/** Does what makes a call, and waits for the answer to that call; nothing is left waiting when one of them fails. */
export async function answerTo(page: Page, matches: (response: Response) => boolean, act: () => Promise<unknown>) {
  const [response] = await Promise.all([page.waitForResponse(matches), act()])
  return response
}

/** From here on the calls of this page fail whose body contains these words; returns how to mend it. */
export async function refuseCalls(page: Page, words = '') {
  const fail = (route: Route) =>
    route.request().method() === 'POST' && route.request().postData()?.includes(words)
      ? route.abort()
      : route.fallback()
  await page.route(serverFunctions, fail)
  return () => page.unroute(serverFunctions, fail)
}

/** From here on the server takes this page's session for expired; returns how to mend it. */
export async function refuseSession(page: Page) {
  const spoil = (route: Route) =>
    route.continue({ headers: { ...route.request().headers(), authorization: 'Bearer not.a.token' } })
  await page.route(serverFunctions, spoil)
  return () => page.unroute(serverFunctions, spoil)
}
