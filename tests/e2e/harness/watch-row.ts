import type { Page } from 'playwright'

/**
 * Notes what a file's row shows that matches, each time that it becomes something else, from before there is a row: what
 * shows for a moment only, nobody can wait for.
 *
 * @returns what was seen so far
 */
export async function watchRow(page: Page, name: string, pattern: RegExp): Promise<() => Promise<string[]>> {
  const seen = await page.evaluateHandle(
    ({ name, pattern }) => {
      const seen: string[] = []
      new MutationObserver(() => {
        const row = [...document.querySelectorAll('tbody tr')].find((one) => one.textContent?.includes(name))
        const text = new RegExp(pattern).exec(row?.textContent ?? '')?.[0]
        if (text && text !== seen.at(-1)) seen.push(text)
      }).observe(document.body, { subtree: true, childList: true, characterData: true })
      return seen
    },
    { name, pattern: pattern.source },
  )
  return () => seen.jsonValue()
}
