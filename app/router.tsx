import { QueryClient } from '@tanstack/react-query'
import { createRouter } from '@tanstack/react-router'
import { setupRouterSsrQueryIntegration } from '@tanstack/react-router-ssr-query'
import { getGlobalStartContext } from '@tanstack/react-start'
import { routeTree } from './routeTree.gen.ts'
import { LoadError } from './web/errors/load-error.tsx'
import { refetchWhereFailed, retryDelay, retryQuery } from './web/errors/refusal.ts'
import { Loader } from './ui/loader.tsx'

/** One router and one query cache: per page view in the browser, per request on the server. */
export function getRouter() {
  const queryClient = new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 30_000,
        retry: retryQuery,
        retryDelay,
        refetchInterval: refetchWhereFailed as () => number | false,
        refetchOnWindowFocus: false,
      },
    },
  })
  const router = createRouter({
    routeTree,
    context: { queryClient },
    defaultPreload: 'intent',
    defaultPreloadStaleTime: 0,
    scrollRestoration: true,
    defaultPendingComponent: Loader,
    defaultErrorComponent: LoadError,
    ssr: { nonce: getGlobalStartContext()?.nonce },
  })
  setupRouterSsrQueryIntegration({ router, queryClient })
  return router
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof getRouter>
  }
}
