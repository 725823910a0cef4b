import { useQueryClient } from '@tanstack/react-query'
import { X } from 'lucide-react'
import type { StoredFile } from '~/contract/files.ts'
import { m } from '~/paraglide/messages'
import { Spinner } from '~/ui/spinner.tsx'
import { useMe } from '~/web/session/me.ts'
import { mayChange } from '../groups.ts'
import { isRecognisable } from './recognisable.ts'
import { recognitionText } from './recognition-text.ts'
import { type Recognition, recogniseText } from './recognitions.ts'

/** Offers to read a scan or an image, to those who may store its text; nothing for any other file. */
export function RecogniseText({ file }: { file: StoredFile }) {
  const me = useMe()
  const queryClient = useQueryClient()
  if (!isRecognisable(file) || !mayChange(me, file)) return null
  return (
    <button
      type="button"
      onClick={() => void recogniseText(queryClient, { file, uploaded: false })}
      className="py-1 text-left text-xs font-medium text-accent-text hover:underline"
    >
      {m.recognition_start()}
    </button>
  )
}

/** How far reading a file is, and the way to stop it. */
export function Recognising({ file, recognition }: { file: StoredFile; recognition: Recognition }) {
  const label = m.recognition_stop({ name: file.name })
  return (
    <div className="flex min-w-0 items-center gap-1.5 text-muted @2xl:w-40">
      <Spinner className="size-4 shrink-0 text-accent-text" />
      <span className="leading-snug tabular-nums">{recognitionText(recognition, file)}</span>
      <button
        type="button"
        aria-label={label}
        data-tooltip={label}
        onClick={recognition.stop}
        className="grid size-8 shrink-0 place-items-center rounded-md hover:bg-sunken hover:text-ink"
      >
        <X aria-hidden className="size-4" />
      </button>
    </div>
  )
}
