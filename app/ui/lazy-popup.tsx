import { type ComponentType, lazy, Suspense, useState } from 'react'
import { retryImport } from './retry-import.ts'

/** A dialog or drawer whose code is loaded when it is first opened, or by `preload`; until then it is nothing. */
export function lazyPopup<Props extends { open: boolean }>(load: () => Promise<{ default: ComponentType<Props> }>) {
  const loadOnce = retryImport(load)
  const Popup = lazy(loadOnce) as unknown as ComponentType<Props>
  function LazyPopup(props: Props) {
    const [used, setUsed] = useState(props.open)
    if (props.open && !used) setUsed(true)
    return (
      used && (
        <Suspense>
          <Popup {...props} />
        </Suspense>
      )
    )
  }
  return Object.assign(LazyPopup, { preload: () => void loadOnce() })
}
