import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { StoredFile } from '~/contract/files.ts'
import { m } from '~/paraglide/messages'
import { toast } from '~/ui/toast.ts'
import { changeOf, type FileText, textOf } from './file-change.ts'
import { updateFile } from '../files.functions.ts'
import { fileQuery, refreshFiles } from '../queries.ts'

/** What a member has typed about a file, and saving it. What could not be saved stays as it was typed. */
export interface FileChanges {
  text: FileText
  /** Whether anything differs from what is stored. */
  changed: boolean
  /** Whether it differs and can be stored. */
  savable: boolean
  saving: boolean
  error: Error | null
  type: (text: Partial<FileText>) => void
  save: () => void
  forget: () => void
}

export function useFileChanges(file: StoredFile | undefined): FileChanges {
  const queryClient = useQueryClient()
  const [typed, setTyped] = useState<FileText & { id: number }>()
  const save = useMutation({
    mutationFn: ({ id, change }: { id: number; change: NonNullable<ReturnType<typeof changeOf>> }) =>
      updateFile({ data: { id, change } }),
    onSuccess: (saved) => {
      queryClient.setQueryData(fileQuery(saved.id).queryKey, saved)
      // What shows the file shows its name.
      void queryClient.invalidateQueries({ queryKey: ['preview', saved.id] })
      void refreshFiles(queryClient)
      setTyped(undefined)
      toast.success(m.file_saved())
    },
  })

  const text = file && typed?.id === file.id ? typed : file ? textOf(file) : { name: '', description: '' }
  const change = file && changeOf(file, text)
  return {
    text,
    changed: change !== undefined,
    savable: change !== undefined && text.name.trim() !== '',
    saving: save.isPending,
    error: typed && save.variables?.id === typed.id ? save.error : null,
    type: (next) => file && setTyped({ ...text, ...next, id: file.id }),
    save: () => file && change && save.mutate({ id: file.id, change }),
    forget: () => {
      setTyped(undefined)
      save.reset()
    },
  }
}
