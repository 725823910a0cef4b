import { Plus } from 'lucide-react'
import { useRef, useState } from 'react'
import { m } from '~/paraglide/messages'
import { Button } from '~/ui/button.tsx'
import { DropZone } from '~/ui/drop-zone.tsx'
import { Spinner } from '~/ui/spinner.tsx'
import { useMe } from '~/web/session/me.ts'
import { AddFilesDialog } from './add-files-dialog.tsx'
import { uploadGroups } from './groups.ts'
import { isActive, type Upload } from './upload-queue.ts'
import { useUploads } from './uploads.ts'

/**
 * All of adding files: the button with its dialog, the page as a drop zone, and what is on its way. Who has several groups
 * picks one each time; files that came before wait for it.
 */
export function AddFiles() {
  const groups = uploadGroups(useMe())
  const only = groups.length === 1 ? groups[0]!.id : undefined
  const { uploads, add, remove, retry } = useUploads()
  const [open, setOpen] = useState(false)
  const [groupId, setGroupId] = useState(only)
  const [held, setHeld] = useState<File[]>([])
  const busy = uploads.some(isActive)
  const [wasBusy, setWasBusy] = useState(busy)

  const take = (files: File[]) => {
    setOpen(true)
    if (groupId === undefined) setHeld((before) => [...before, ...files])
    else add(files, groupId)
  }
  const picker = useRef<HTMLInputElement>(null)
  const takePicked = (input: HTMLInputElement) => {
    const files = [...(input.files ?? [])]
    // The same file can be picked again.
    input.value = ''
    if (files.length > 0) take(files)
  }
  const pickGroup = (id: number) => {
    setGroupId(id)
    if (held.length > 0) add(held, id)
    setHeld([])
  }
  const close = () => {
    setOpen(false)
    setGroupId(only)
    setHeld([])
  }

  if (busy !== wasBusy) {
    setWasBusy(busy)
    // What failed stays in sight.
    if (!busy && uploads.some(isStored) && uploads.every(isStored)) close()
  }

  return (
    <>
      {!open && <Progress onClick={() => setOpen(true)} />}
      <Button variant="primary" onClick={() => setOpen(true)}>
        <Plus aria-hidden className="size-4" />
        {m.files_add()}
      </Button>
      <AddFilesDialog
        open={open}
        onClose={close}
        groups={groups}
        groupId={groupId}
        onPickGroup={pickGroup}
        held={held.length}
        onChoose={() => picker.current?.click()}
        uploads={uploads}
        onRemove={remove}
        onRetry={retry}
      />
      <input
        ref={picker}
        type="file"
        multiple
        hidden
        aria-label={m.files_choose()}
        onChange={({ currentTarget }) => takePicked(currentTarget)}
      />
      <DropZone label={m.files_drop()} onDrop={take} />
    </>
  )
}

const isStored = ({ state }: Upload) => state === 'stored'

/** What goes on while the dialog is closed. */
function Progress({ onClick }: { onClick: () => void }) {
  const { uploads } = useUploads()
  const total = uploads.length
  const done = uploads.filter((upload) => !isActive(upload)).length
  const failed = uploads.filter(({ state }) => state === 'failed').length
  if (done === total && failed === 0) return null
  return (
    <Button variant="ghost" onClick={onClick} aria-live="polite">
      {done < total ? (
        <>
          <Spinner className="size-4" />
          {m.uploads_running({ done, total })}
        </>
      ) : (
        <span className="text-danger">{m.uploads_failed({ count: failed })}</span>
      )}
    </Button>
  )
}
