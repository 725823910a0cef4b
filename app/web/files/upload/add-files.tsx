import { Plus } from 'lucide-react'
import { m } from '~/paraglide/messages'
import { Button } from '~/ui/button.tsx'
import { Spinner } from '~/ui/spinner.tsx'
import { addFiles, useAdding } from './adding.ts'
import { useInterruptedUploads } from './interrupted-uploads.ts'
import { isActive } from './queue.ts'
import { useUploads } from './use-uploads.ts'

/** The button that opens the dialog for adding files, and what is on its way while that is closed. */
export function AddFiles() {
  const { open } = useAdding()
  return (
    <>
      {!open && <Progress onClick={() => addFiles()} />}
      <Button variant="primary" onClick={() => addFiles()}>
        <Plus aria-hidden className="size-4" />
        {m.files_add()}
      </Button>
    </>
  )
}

function Progress({ onClick }: { onClick: () => void }) {
  const { uploads } = useUploads()
  const total = uploads.length
  const done = uploads.filter((upload) => !isActive(upload)).length
  const failed = uploads.filter(({ state }) => state === 'failed').length
  const { interrupted } = useInterruptedUploads()
  if (done === total && failed === 0 && interrupted.length === 0) return null
  return (
    <Button variant="ghost" onClick={onClick}>
      {done < total ? (
        <>
          <Spinner className="size-4" />
          {m.uploads_running({ done, total })}
        </>
      ) : (
        <span className={failed > 0 ? 'text-danger' : undefined}>
          {failed > 0 ? m.uploads_failed({ count: failed }) : m.uploads_interrupted({ count: interrupted.length })}
        </span>
      )}
    </Button>
  )
}
