import { lazy, Suspense, useSyncExternalStore } from 'react'
import { onNotice, wereNotices } from './toast.ts'

const Toaster = lazy(() => import('./toaster.tsx'))

/** Where notices appear; loaded with the first of them. */
export function Toasts() {
  const used = useSyncExternalStore(onNotice, wereNotices, () => false)
  return (
    used && (
      <Suspense>
        <Toaster />
      </Suspense>
    )
  )
}
