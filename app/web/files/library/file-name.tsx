import { Link } from '@tanstack/react-router'
import type { StoredFile } from '~/contract/files.ts'
import { m } from '~/paraglide/messages'
import { byteSize } from '~/ui/byte-size.ts'
import { Day } from '~/ui/day.tsx'
import { FileIcon } from '../file-icon.tsx'
import { FileStatus } from './file-status.tsx'
import { groupLabel } from '../groups.ts'

/** A file's name, which opens it. Below it what there is no column for, or none where the table is narrow. */
export const FileName = ({ file }: { file: StoredFile }) => (
  <div className="flex min-w-0 gap-3">
    <FileIcon file={file} />
    <div className="min-w-0 flex-1">
      <Link
        to="/files/{-$fileId}"
        params={{ fileId: String(file.id) }}
        search
        state={{ over: true }}
        resetScroll={false}
        preload={false}
        title={file.name}
        aria-label={m.files_preview_of({ name: file.name })}
        className="block truncate font-medium text-ink hover:text-accent-text hover:underline"
      >
        {file.name}
      </Link>
      <div className="mt-0.5 flex flex-wrap gap-x-3 text-xs text-muted">
        <span className="@2xl:hidden">{groupLabel(file.group_type)}</span>
        <span className="@4xl:hidden">
          <Day at={file.created_at} />
        </span>
        <span className="tabular-nums @max-md:hidden">{byteSize(file.size)}</span>
        <div className="order-first basis-full @2xl:hidden [&_svg]:size-3.5">
          <FileStatus file={file} />
        </div>
      </div>
    </div>
  </div>
)
