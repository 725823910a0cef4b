import { StartClient } from '@tanstack/react-start/client'
import { StrictMode, startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { baseLocale, isLocale, overwriteGetLocale } from '~/paraglide/runtime'
import { tabStore } from '~/ui/browser-storage.ts'
import { rememberTimeZone } from '~/ui/time-zone.ts'
import { chosenLanguage, rememberLanguage } from '~/web/language/chosen.ts'
import { reloadIfReplaced } from '~/web/reload-if-replaced.ts'
import { restart } from '~/web/restart.ts'

rememberTimeZone()

// Of Vite: a part of the page could not be loaded.
addEventListener('vite:preloadError', reloadIfReplaced)

const resynced = 'language-resync'

// The server cannot see local storage, where the user's choice lives; it rendered by the cookie. Where the two disagree the
// cookie is mended and the page asked for again, once; otherwise hydration goes on in exactly the rendered language.
const rendered = isLocale(document.documentElement.lang) ? document.documentElement.lang : baseLocale
const chosen = chosenLanguage()

if (chosen && chosen !== rendered && tabStore.get(resynced) !== chosen) {
  tabStore.set(resynced, chosen)
  rememberLanguage(chosen)
  location.reload()
} else {
  tabStore.remove(resynced)
  overwriteGetLocale(() => rendered)
  startTransition(() => {
    hydrateRoot(
      document,
      <StrictMode>
        <StartClient />
      </StrictMode>,
      // Only what keeps the page from coming to life gets here: routes draw their own errors.
      { onUncaughtError: (error) => (console.error(error), void restart()) },
    )
  })
}
