import { useSyncExternalStore } from 'react'

const query = '(hover: none)'

/** Whether there is no pointer that could hover, as on phones; the first render takes it that there is one. */
export const useTouch = () =>
  useSyncExternalStore(
    subscribe,
    () => matchMedia(query).matches,
    () => false,
  )

function subscribe(onChange: () => void) {
  const media = matchMedia(query)
  media.addEventListener('change', onChange)
  return () => media.removeEventListener('change', onChange)
}
