import { useSyncExternalStore } from 'react'
import { getLocale, overwriteGetLocale, setLocale } from '~/paraglide/runtime'
import { createListeners } from '~/ui/listeners.ts'

export type Locale = ReturnType<typeof getLocale>

const changes = createListeners()

/** The page's language; a component that uses it is drawn again when it changes. */
export const useLanguage = () =>
  useSyncExternalStore(
    changes.subscribe,
    () => getLocale(),
    () => getLocale(),
  )

/**
 * Changes the language in place and remembers it: local storage under `language` is the user's choice, a cookie mirrors it
 * so that the server renders the same.
 */
export function changeLanguage(locale: Locale) {
  void setLocale(locale, { reload: false })
  overwriteGetLocale(() => locale)
  document.documentElement.lang = locale
  changes.notify()
}
