import { type ComponentType, lazy, Suspense, useState } from 'react'

/** A dialog or drawer whose code is loaded when it is first opened; until then it is nothing. */
export function lazyPopup<Props extends { open: boolean }>(load: () => Promise<{ default: ComponentType<Props> }>) {
  const Popup = lazy(load) as unknown as ComponentType<Props>
  return function LazyPopup(props: Props) {
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
}
