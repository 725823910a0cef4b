import { cookieMaxAge, cookieName, isLocale, type Locale, localStorageKey } from '~/paraglide/runtime'
import { localStore } from '~/ui/browser-storage.ts'

/** The language that somebody has chosen in this browser. */
export function chosenLanguage(): Locale | undefined {
  const chosen = localStore.get(localStorageKey)
  return isLocale(chosen) ? chosen : undefined
}

/** Remembers the choice: in local storage, and in a cookie, by which the server renders the same. */
export function rememberLanguage(locale: Locale) {
  localStore.set(localStorageKey, locale)
  document.cookie = `${cookieName}=${locale}; path=/; max-age=${cookieMaxAge}; samesite=lax`
}
