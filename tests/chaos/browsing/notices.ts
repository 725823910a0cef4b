import en from '../../../messages/en.json' with { type: 'json' }
import ja from '../../../messages/ja.json' with { type: 'json' }

export const catalogues = { en, ja }
export type Language = keyof typeof catalogues

/** Whether a text is one of the product's messages in this language, or several in a row. */
export function isTranslated(text: string, language: Language): boolean {
  const other = catalogues[language === 'en' ? 'ja' : 'en']
  const isIn = (catalogue: typeof en) =>
    Object.values(catalogue).some((message) => message.length > 1 && pattern(message).test(text.trim()))
  return isIn(catalogues[language]) || (!isIn(other) && /^[\d\s.,%]*$/.test(text))
}

/** A message with whatever stands for its values. */
export const pattern = (message: string) =>
  new RegExp(`^${message.replaceAll(/[.*+?^$()|[\]\\]/g, String.raw`\$&`).replaceAll(/\{\w+\}/g, '.*')}$`, 's')

/** In the page: tells each notice and each alert as it comes. */
export function watchNotices() {
  const { notice } = globalThis as unknown as { notice: (text: string) => void }
  const told = new WeakSet<Element>()
  const tell = () => {
    for (const element of document.querySelectorAll(
      '[data-sonner-toast] [data-title], [role=alert] p, p[role=alert]',
    )) {
      const text = element.textContent.trim()
      if (told.has(element) || text === '') continue
      told.add(element)
      notice(text)
    }
  }
  new MutationObserver(tell).observe(document, { subtree: true, childList: true, characterData: true })
}

/**
 * What is said of a request that failed, by the browser and by whoever made it; and of a page that was being drawn when its session
 * ended, which React draws once more.
 */
export const ofNetwork =
  /Failed to load resource|net::ERR_|Failed to fetch|network error|Bad gateway|was not loaded|Invariant failed|User is not set/
