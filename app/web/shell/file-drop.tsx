import { Suspense } from 'react'
import { m } from '~/paraglide/messages'
import { dropTarget } from '~/ui/drop-target.ts'
import { DropZone } from '~/ui/drop-zone.tsx'
import { lazyPopup } from '~/ui/lazy-popup.tsx'
import { toast } from '~/ui/toast.ts'
import { lazyPart } from '~/ui/retry-import.ts'
import { addFiles, useAdding } from '~/web/files/upload/adding.ts'

const LimitsText = lazyPart(() => import('~/web/files/upload/limits-text.tsx'))
const AddingHost = lazyPopup(() => import('~/web/files/upload/adding-host.tsx'))

/**
 * The one place where files are dropped: the whole page. They go to whoever asks for them on the page, as the composer
 * does, and else into the library.
 */
export function FileDrop() {
  const { open } = useAdding()
  return (
    <>
      <DropZone label={m.files_drop()} hint={<DropHint />} onDrop={take} />
      <AddingHost open={open} />
    </>
  )
}

/** Read while files are held over the page; it is there when it is loaded. */
const DropHint = () => (
  <Suspense>
    <LimitsText />
  </Suspense>
)

function take(files: File[]) {
  if (files.length === 0) return toast.error(m.files_folder_empty())
  const target = dropTarget() ?? addFiles
  target(files)
}
