import { Download, EllipsisVertical, ScrollText, Trash2 } from 'lucide-react'
import type { StoredFile } from '~/contract/files.ts'
import { m } from '~/paraglide/messages'
import { IconButton } from '~/ui/button.tsx'
import { Menu, type MenuItem } from '~/ui/menu.tsx'
import { toast } from '~/ui/toast.ts'
import { errorMessage } from '~/web/errors/message.ts'
import { downloadFile } from './download.ts'

export interface FileActionsProps {
  file: StoredFile
  mayDelete: boolean
  onShowContent: (file: StoredFile) => void
  onDelete: (files: StoredFile[]) => void
}

/** What can be done with a file: side by side, or in a menu where there is no room. */
export function FileActions({ file, mayDelete, onShowContent, onDelete }: FileActionsProps) {
  const actions: MenuItem[] = [
    { label: m.files_raw_content(), icon: <ScrollText aria-hidden />, onSelect: () => onShowContent(file) },
    { label: m.download(), icon: <Download aria-hidden />, onSelect: () => download(file) },
    ...(mayDelete ? [{ label: m.delete(), icon: <Trash2 aria-hidden />, onSelect: () => onDelete([file]) }] : []),
  ]
  return (
    <div role="group" aria-label={m.files_actions_of({ name: file.name })}>
      {/* As wide as three, so that the icons of all rows stand in columns. */}
      <div className="flex w-27 @max-2xl:hidden">
        {actions.map(({ label, icon, onSelect }) => (
          <IconButton key={label} label={label} onClick={onSelect}>
            {icon}
          </IconButton>
        ))}
      </div>
      <Menu
        label={m.files_more()}
        groups={[actions]}
        className="inline-flex size-9 items-center justify-center rounded-md text-muted hover:bg-sunken @2xl:hidden"
      >
        <EllipsisVertical aria-hidden className="size-[18px]" />
      </Menu>
    </div>
  )
}

const download = ({ id }: StoredFile) => downloadFile(id).catch((error: unknown) => toast.error(errorMessage(error)))
