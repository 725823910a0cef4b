import { useEffect, useEffectEvent } from 'react'

type Take = (files: File[]) => void

const targets: Take[] = []

/** Makes the caller the one that takes files dropped on the page, as long as it is mounted; the latest of several does. */
export function useDropTarget(onDrop: Take) {
  const take = useEffectEvent(onDrop)
  useEffect(() => {
    const target: Take = (files) => take(files)
    targets.push(target)
    return () => void targets.splice(targets.indexOf(target), 1)
  }, [])
}

/** Who takes files that are dropped now. */
export const dropTarget = (): Take | undefined => targets.at(-1)
