import { useVirtualizer } from '@tanstack/react-virtual'
import { useMemo, useRef } from 'react'
import { m } from '~/paraglide/messages'
import { ProgressBar } from '~/ui/progress-bar.tsx'
import { isActive, overallShare, type Upload } from './queue.ts'
import { UploadRow } from './upload-row.tsx'

export interface UploadListProps {
  uploads: readonly Upload[]
  onRemove: (id: number) => void
  onRetry: (id: number) => void
}

/** A row's height in pixels, guessed before it is drawn. */
const rowHeight = 56

/** How far each upload is, and all of them together. Only the rows in view are in the page. */
export function UploadList({ uploads, onRemove, onRetry }: UploadListProps) {
  const section = useRef<HTMLElement>(null)
  const scroller = useRef<HTMLDivElement>(null)
  const sorted = useMemo(() => uploads.toSorted(bySight), [uploads])
  // oxlint-disable-next-line react/incompatible-library -- nothing of it is handed on or memoised
  const virtualizer = useVirtualizer({
    count: sorted.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    getItemKey: (index) => sorted[index]!.id,
    overscan: 4,
  })
  if (uploads.length === 0) return null

  const remove = (id: number) => {
    onRemove(id)
    // The focus would go with the row.
    section.current?.focus()
  }
  return (
    <section ref={section} tabIndex={-1} aria-label={m.uploads_title()} className="grid gap-2 outline-none">
      <Overall uploads={uploads} />
      <div ref={scroller} className="max-h-64 overflow-y-auto overscroll-contain">
        <ul className="relative" style={{ height: virtualizer.getTotalSize() }}>
          {virtualizer.getVirtualItems().map(({ key, index, start }) => (
            <li
              key={key}
              ref={virtualizer.measureElement}
              data-index={index}
              aria-setsize={sorted.length}
              aria-posinset={index + 1}
              className="absolute inset-x-0 top-0"
              style={{ transform: `translateY(${start}px)` }}
            >
              <UploadRow upload={sorted[index]!} onRemove={remove} onRetry={onRetry} />
            </li>
          ))}
        </ul>
      </div>
    </section>
  )
}

/** All uploads together. Its end is said aloud where something has failed; else the dialog closes, and a notice says it. */
function Overall({ uploads }: { uploads: readonly Upload[] }) {
  const arrived = uploads.filter((upload) => !isActive(upload)).length
  const failed = uploads.filter(({ state }) => state === 'failed').length
  const running = m.uploads_running({ done: arrived, total: uploads.length })
  const over = arrived === uploads.length
  return (
    <div className="grid gap-1.5">
      <div className="flex justify-between gap-3 text-xs text-muted tabular-nums">
        <span>{over ? m.uploads_over({ count: arrived - failed }) : running}</span>
        <span role="status" className="text-danger">
          {over && failed > 0 && m.uploads_failed({ count: failed })}
        </span>
      </div>
      <ProgressBar share={overallShare(uploads)} label={m.uploads_title()} text={running} className="h-1.5" />
    </div>
  )
}

/** What asks for a look comes first, what is done last. */
const order: Upload['state'][] = ['failed', 'sending', 'waiting', 'stored']
const bySight = (a: Upload, b: Upload) => order.indexOf(a.state) - order.indexOf(b.state)
