import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { m } from '~/paraglide/messages'
import { useMe } from '~/web/session/me.ts'
import { AddFilesDialog } from './add-files-dialog.tsx'
import { addFiles, stopAdding, takeHeld, useAdding } from './adding.ts'
import { uploadGroups } from '../groups.ts'
import { uploadLimitsQuery, withinUploadLimit } from './limits.ts'
import { isActive, type Upload } from './queue.ts'
import { useUploads } from './use-uploads.ts'

/** The dialog that adds files to the library. Who has several groups picks one each time; files that came before wait for it. */
export default function AddingHost({ open }: { open: boolean }) {
  const { held } = useAdding()
  const groups = uploadGroups(useMe())
  const only = groups.length === 1 ? groups[0]!.id : undefined
  const { uploads, add, remove, retry } = useUploads()
  const { data: limits, isPending } = useQuery(uploadLimitsQuery)
  const [groupId, setGroupId] = useState(only)
  const busy = uploads.some(isActive)
  const wasBusy = useRef(busy)
  const picker = useRef<HTMLInputElement>(null)

  const close = () => {
    setGroupId(only)
    stopAdding()
  }

  useEffect(() => {
    if (!open || groupId === undefined || isPending) return
    const files = withinUploadLimit(takeHeld(), limits?.file_bytes)
    if (files.length > 0) add(files, groupId)
  })

  useEffect(() => {
    const ended = wasBusy.current && !busy
    wasBusy.current = busy
    // What failed stays in sight.
    if (ended && uploads.some(isStored) && uploads.every(isStored)) close()
  })

  const takePicked = (input: HTMLInputElement) => {
    const files = [...(input.files ?? [])]
    // The same file can be picked again.
    input.value = ''
    if (files.length > 0) addFiles(files)
  }
  return (
    <>
      <AddFilesDialog
        open={open}
        onClose={close}
        groups={groups}
        groupId={groupId}
        onPickGroup={setGroupId}
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
    </>
  )
}

const isStored = ({ state }: Upload) => state === 'stored'
