import { lazyRouteComponent } from '@tanstack/react-router'

/**
 * A component whose code only members load: the sign-in form appears under the same addresses and needs none of it. The
 * router waits for `preload` before it hydrates, so that a member's page becomes usable as a whole.
 */
export function memberPage<Module extends Record<string, unknown>, Name extends keyof Module>(
  load: () => Promise<Module>,
  name: Name,
) {
  const page = lazyRouteComponent(load, name)
  const { preload } = page as { preload?: () => Promise<void> }
  const guarded = async () => {
    if (isMember()) await preload?.()
  }
  // The router's component drops its `preload` once it is loaded.
  return Object.assign(page, { preload: guarded as typeof guarded | undefined })
}

/** The page's `data-session` says what the server, and later the gate, decided. */
export const isMember = () => import.meta.env.SSR || document.documentElement.dataset.session === 'member'
