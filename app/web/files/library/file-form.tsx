import { useId } from 'react'
import type { StoredFile } from '~/contract/files.ts'
import { m } from '~/paraglide/messages'
import { ErrorBanner } from '~/ui/banner.tsx'
import { keepComposing } from '~/ui/form/keep-composing.ts'
import { TextField } from '~/ui/form/text-field.tsx'
import { errorMessage } from '~/web/errors/message.ts'
import { isDescribable } from './file-change.ts'
import type { FileChanges } from './use-file-changes.ts'
import { useQuery } from '@tanstack/react-query'
import { FileIcon } from '../file-icon.tsx'
import { thumbnailQuery } from '../queries.ts'

interface FileFormProps {
  /** Lets a button elsewhere submit it. */
  id: string
  file: StoredFile
  writable: boolean
  changes: FileChanges
}

/** A file's picture, name and description: to be written where the member may, else to be read. */
export function FileForm({ id, file, writable, changes }: FileFormProps) {
  const { text, type, save, savable, error } = changes
  return (
    <form
      id={id}
      className="grid gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        if (savable) save()
      }}
    >
      {error && (
        <ErrorBanner>
          {m.file_not_saved()} {errorMessage(error)}
        </ErrorBanner>
      )}
      <div className="flex items-start gap-4">
        <FileThumbnail file={file} />
        {writable ? (
          <TextField
            className="min-w-0 flex-1"
            label={m.file_name()}
            value={text.name}
            title={text.name}
            required
            maxLength={255}
            autoComplete="off"
            error={text.name.trim() === '' ? m.file_name_required() : undefined}
            onChange={({ currentTarget }) => type({ name: currentTarget.value })}
            onKeyDown={keepComposing}
          />
        ) : (
          <div className="min-w-0 flex-1">
            <p className="font-medium wrap-anywhere">{file.name}</p>
            <p className="mt-1 text-sm text-muted">{m.file_link_read_only()}</p>
          </div>
        )}
      </div>
      {writable && isDescribable(file) ? (
        <Description value={text.description} onChange={(description) => type({ description })} />
      ) : (
        file.properties.description && (
          <p className="text-sm wrap-anywhere whitespace-pre-wrap text-muted">{file.properties.description}</p>
        )
      )}
    </form>
  )
}

function Description({ value, onChange }: { value: string; onChange: (value: string) => void }) {
  const id = useId()
  return (
    <div className="grid gap-1.5">
      <label htmlFor={id} className="text-sm font-medium">
        {m.file_description()}
      </label>
      <textarea
        id={id}
        value={value}
        rows={3}
        maxLength={5000}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
        className="max-h-60 min-h-20 w-full resize-y rounded-md border border-line-strong bg-surface px-3.5 py-2.5 text-[15px] outline-none focus:border-accent focus:ring-3 focus:ring-accent/20"
      />
    </div>
  )
}

/** A small picture of a file; where there is none, its icon, which says so. */
function FileThumbnail({ file }: { file: StoredFile }) {
  const { data, isLoading } = useQuery({ ...thumbnailQuery(file.id), enabled: file.has_thumbnail })
  return (
    <div className="flex size-24 shrink-0 flex-col items-center justify-center gap-1.5 overflow-hidden rounded-md border border-line bg-sunken">
      {data ? (
        <img src={data} alt={m.file_thumbnail_of({ name: file.name })} className="size-full object-contain" />
      ) : (
        <>
          <FileIcon file={file} />
          {!isLoading && <span className="px-1 text-center text-xs text-muted">{m.file_no_thumbnail()}</span>}
        </>
      )}
    </div>
  )
}
