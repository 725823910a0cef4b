import { useSyncExternalStore } from 'react'
import { getLocale, overwriteGetLocale } from '~/paraglide/runtime'
import { createListeners } from '~/ui/listeners.ts'
import { rememberLanguage } from './chosen.ts'

export type Locale = ReturnType<typeof getLocale>

const changes = createListeners()

/** The page's language; a component that uses it is drawn again when it changes. */
export const useLanguage = () =>
  useSyncExternalStore(
    changes.subscribe,
    () => getLocale(),
    () => getLocale(),
  )

/** Changes the language in place and remembers it. */
export function changeLanguage(locale: Locale) {
  rememberLanguage(locale)
  overwriteGetLocale(() => locale)
  document.documentElement.lang = locale
  changes.notify()
}
