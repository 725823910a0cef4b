import { StartClient } from '@tanstack/react-start/client'
import { StrictMode, startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import {
  baseLocale,
  cookieMaxAge,
  cookieName,
  isLocale,
  localStorageKey,
  overwriteGetLocale,
} from '~/paraglide/runtime'
import { rememberTimeZone } from '~/ui/time-zone.ts'
import { reloadIfReplaced } from '~/web/reload-if-replaced.ts'

rememberTimeZone()

// Of Vite: a part of the page could not be loaded.
addEventListener('vite:preloadError', reloadIfReplaced)

const resynced = 'language-resync'

// The server cannot see local storage, where the user's choice lives; it rendered by the cookie. Where the two disagree the
// cookie is mended and the page asked for again, once; otherwise hydration goes on in exactly the rendered language.
const rendered = isLocale(document.documentElement.lang) ? document.documentElement.lang : baseLocale
const chosen = localStorage.getItem(localStorageKey)

if (isLocale(chosen) && chosen !== rendered && sessionStorage.getItem(resynced) !== chosen) {
  sessionStorage.setItem(resynced, chosen)
  document.cookie = `${cookieName}=${chosen}; path=/; max-age=${cookieMaxAge}; samesite=lax`
  location.reload()
} else {
  sessionStorage.removeItem(resynced)
  overwriteGetLocale(() => rendered)
  startTransition(() => {
    hydrateRoot(
      document,
      <StrictMode>
        <StartClient />
      </StrictMode>,
    )
  })
}
