import { type ComponentType, lazy, useState } from 'react'

/**
 * A part of the page like React's `lazy`, which can be loaded ahead: once it is, it is drawn at once, where `lazy` would show
 * its fallback first, and keep it for a moment.
 */
export function preloadable<Props extends object>(load: () => Promise<{ default: ComponentType<Props> }>) {
  let loaded: ComponentType<Props> | undefined
  let loading: ReturnType<typeof load> | undefined
  const preload = () => {
    loading ??= load().then((part) => {
      loaded = part.default
      return part
    })
    return loading
  }
  const Lazy = lazy(preload) as unknown as ComponentType<Props>

  function Part(props: Props) {
    // The same one from then on, so that nothing of it is lost.
    const [Chosen] = useState(() => loaded ?? Lazy)
    return <Chosen {...props} />
  }
  return Object.assign(Part, { preload })
}
