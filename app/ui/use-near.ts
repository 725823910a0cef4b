import { type RefObject, useEffect, useState } from 'react'

const callbacks = new WeakMap<Element, () => void>()
let observer: IntersectionObserver | null = null

/** Whether an element is in sight or about to be; once it was, it stays so. What is costly can wait for that, where it has to. */
export function useNear(element: RefObject<Element | null>, atFirst = false): boolean {
  const [near, setNear] = useState(atFirst)
  useEffect(() => {
    const observed = element.current
    if (near || !observed) return
    observer ??= new IntersectionObserver(onChange, { rootMargin: '50%', scrollMargin: '50%' })
    callbacks.set(observed, () => setNear(true))
    observer.observe(observed)
    return () => observer?.unobserve(observed)
  }, [near, element])
  return near
}

function onChange(entries: IntersectionObserverEntry[]) {
  for (const { isIntersecting, target } of entries) if (isIntersecting) callbacks.get(target)?.()
}
