import { lazyRouteComponent } from '@tanstack/react-router'

/**
 * A component whose code only members load: the sign-in form appears under the same addresses and needs none of it. The
 * router waits for `preload` before it hydrates, so that a member's page becomes usable as a whole.
 */
export function memberPage<Module extends Record<string, unknown>, Name extends keyof Module>(
  load: () => Promise<Module>,
  name: Name,
) {
  const page = lazyRouteComponent(() => load().catch(notLoaded), name)
  const { preload } = page as { preload?: () => Promise<void> }
  const guarded = async () => {
    if (isMember()) await preload?.()
  }
  // The router's component drops its `preload` once it is loaded.
  return Object.assign(page, { preload: guarded as typeof guarded | undefined })
}

/**
 * The router reloads a page whose import failed, and so leaves whoever is offline with nothing. Of another error it says so, with
 * a way to try again; a version that was replaced is told by `reloadIfReplaced`.
 */
function notLoaded(cause: unknown): never {
  throw new Error('a part of the page was not loaded', { cause })
}

/** The page's `data-session` says what the server, and later the gate, decided. */
export const isMember = () => import.meta.env.SSR || document.documentElement.dataset.session === 'member'
