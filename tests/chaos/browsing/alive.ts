import type { Page } from 'playwright'

/** Whether React takes over what the server drew within so many milliseconds. */
export const isAlive = (page: Page, timeout: number): Promise<boolean> =>
  page
    .waitForFunction(
      () => Object.keys(document.querySelector('textarea, button') ?? {}).some((key) => key.startsWith('__reactProps')),
      undefined,
      { timeout },
    )
    .then(
      () => true,
      () => false,
    )
