import { lazy, Suspense, useEffect, useSyncExternalStore } from 'react'
import { onFirstInput } from './first-input.ts'
import { retryImport } from './retry-import.ts'
import { onNotice, wereNotices } from './toast.ts'

const load = retryImport(() => import('./toaster.tsx'))
const Toaster = lazy(load)

/** Where notices appear. They are loaded when somebody begins to use the page: the first may be that the network is gone. */
export function Toasts() {
  useEffect(() => onFirstInput(() => void load()), [])
  const used = useSyncExternalStore(onNotice, wereNotices, () => false)
  return (
    used && (
      <Suspense>
        <Toaster />
      </Suspense>
    )
  )
}
