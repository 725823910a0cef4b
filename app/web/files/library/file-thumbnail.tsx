import { useQuery } from '@tanstack/react-query'
import type { StoredFile } from '~/contract/files.ts'
import { m } from '~/paraglide/messages'
import { FileIcon } from '../file-icon.tsx'
import { thumbnailQuery } from '../queries.ts'

/** A small picture of a file; where there is none, its icon, which says so. */
export function FileThumbnail({ file }: { file: StoredFile }) {
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
