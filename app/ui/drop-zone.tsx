import { Upload } from 'lucide-react'
import { type ReactNode, useEffect, useEffectEvent, useState } from 'react'
import { droppedFiles } from './dropped-files.ts'

/** How long after a drop the page still counts as dragged over. */
const resetDelay = 100

/**
 * Takes files dropped anywhere on the page, those in folders too, and covers it with `label` and, below it, `hint` while
 * they are dragged over it. A drop of empty folders has no files.
 */
export function DropZone({
  label,
  hint,
  onDrop,
}: {
  label: string
  hint?: ReactNode
  onDrop: (files: File[]) => void
}) {
  const [over, setOver] = useState(false)
  const take = useEffectEvent(onDrop)

  useEffect(() => {
    // Entering a child comes before leaving its parent, so the depth is 0 only outside the page.
    let depth = 0
    const enter = (event: DragEvent) => {
      if (!hasFiles(event)) return
      depth++
      setOver(true)
    }
    const leave = (event: DragEvent) => {
      if (hasFiles(event) && --depth <= 0) setOver(false)
    }
    const allow = (event: DragEvent) => {
      if (hasFiles(event)) event.preventDefault()
    }
    const drop = (event: DragEvent) => {
      if (!hasFiles(event)) return
      event.preventDefault()
      depth = 0
      setTimeout(() => setOver(false), resetDelay)
      if (event.dataTransfer) void droppedFiles(event.dataTransfer).then(take)
    }
    const listening = new AbortController()
    const { signal } = listening
    window.addEventListener('dragenter', enter, { signal })
    window.addEventListener('dragleave', leave, { signal })
    window.addEventListener('dragover', allow, { signal })
    window.addEventListener('drop', drop, { signal })
    return () => listening.abort()
  }, [])

  if (!over) return null
  return (
    <div className="pointer-events-none fixed inset-0 z-50 grid animate-fade-in place-items-center bg-canvas/85 p-4 backdrop-blur-xs">
      <p className="flex size-full flex-col items-center justify-center gap-4 rounded-xl border-2 border-dashed border-accent text-lg font-medium text-accent-text">
        <Upload aria-hidden className="size-8" />
        {label}
        {hint && <span className="max-w-lg px-4 text-center text-sm font-normal text-balance text-muted">{hint}</span>}
      </p>
    </div>
  )
}

const hasFiles = ({ dataTransfer }: DragEvent) => dataTransfer?.types.includes('Files') ?? false
