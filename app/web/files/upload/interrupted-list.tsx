import { CirclePause, X } from 'lucide-react'
import { m } from '~/paraglide/messages'
import { IconButton } from '~/ui/button.tsx'
import { byteSize } from '~/ui/byte-size.ts'
import { useInterruptedUploads } from './interrupted-uploads.ts'

/** The uploads that an earlier page view left, each with how it goes on and the way to give it up. */
export function InterruptedList() {
  const { interrupted, discard } = useInterruptedUploads()
  if (interrupted.length === 0) return null
  return (
    <section aria-label={m.uploads_interrupted_title()}>
      <ul className="max-h-64 overflow-y-auto overscroll-contain">
        {interrupted.map(({ fileId, name, size }) => (
          <li key={fileId} className="flex min-h-13 items-center gap-3 py-1 text-sm">
            <CirclePause aria-hidden className="size-4 shrink-0 text-faint" />
            <div className="min-w-0 flex-1">
              <p className="truncate" title={name}>
                {name}
              </p>
              <p className="text-xs text-muted tabular-nums">{m.upload_left({ size: byteSize(size) })}</p>
            </div>
            <IconButton label={m.upload_discard({ name })} onClick={() => discard(fileId)}>
              <X aria-hidden />
            </IconButton>
          </li>
        ))}
      </ul>
    </section>
  )
}
