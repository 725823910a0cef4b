import { useId } from 'react'
import type { StoredFile } from '~/contract/files.ts'
import { isTableOnly } from '~/contract/table-files.ts'
import { byteSize } from '~/ui/byte-size.ts'
import { m } from '~/paraglide/messages'
import { classes } from '~/ui/classes.ts'
import { FileIcon } from '~/web/files/file-icon.tsx'
import { groupLabel } from '~/web/files/groups.ts'
import { useWithRecognition } from '~/web/files/recognition/recognitions.ts'
import { failureText, statusLabel } from '~/web/files/status.ts'
import { fileProblem, type Limits } from './check-question.ts'
import type { DraftFile } from './draft.ts'
import { problemText } from './problem-text.ts'

interface FileOptionProps {
  file: StoredFile
  chosen: readonly DraftFile[]
  limits: Limits | undefined
  onChoose: (file: StoredFile, wanted: boolean) => void
}

/** A file to choose. One that cannot join the chosen ones is disabled and says why; a chosen one can always be let go. */
export function FileOption({ file: stored, chosen, limits, onChoose }: FileOptionProps) {
  const file = useWithRecognition(stored)
  const detail = useId()
  const checked = chosen.some(({ id }) => id === file.id)
  const refusal = checked ? undefined : refusalOf(file, chosen, limits)
  return (
    <li>
      <label
        className={classes(
          'flex min-h-11 items-center gap-3 rounded-md px-2 py-1.5 has-focus-visible:outline-2 has-focus-visible:outline-accent',
          refusal ? 'cursor-not-allowed' : 'cursor-pointer hover:bg-sunken',
        )}
      >
        <input
          type="checkbox"
          checked={checked}
          disabled={refusal !== undefined}
          onChange={({ target }) => onChoose(file, target.checked)}
          aria-label={file.name}
          aria-describedby={detail}
          className="size-4 shrink-0 cursor-[inherit] accent-accent outline-none"
        />
        <span className={classes('shrink-0', refusal && 'opacity-50')}>
          <FileIcon file={file} />
        </span>
        <span className="min-w-0 flex-1">
          <span className={classes('block truncate text-sm', refusal ? 'text-muted' : 'text-ink')} title={file.name}>
            {file.name}
          </span>
          <span id={detail} className={classes('block truncate text-xs', refusal ? 'text-danger' : 'text-muted')}>
            {refusal ?? detailOf(file)}
          </span>
        </span>
      </label>
    </li>
  )
}

function refusalOf(file: StoredFile, chosen: readonly DraftFile[], limits: Limits | undefined): string | undefined {
  if (file.status === 'failed' && !isTableOnly(file)) return failureText(file)
  const problem = limits && fileProblem(file, chosen, limits)
  return problem && problemText(problem)
}

function detailOf(file: StoredFile): string {
  const { group_type, size, status } = file
  const state = isTableOnly(file) ? m.attach_tables_only() : statusLabel(status)
  return [groupLabel(group_type), byteSize(size), ...(status === 'done' ? [] : [state])].join(' · ')
}
