import { Download, EllipsisVertical, Info, ScrollText, Trash2 } from 'lucide-react'
import type { StoredFile } from '~/contract/files.ts'
import { m } from '~/paraglide/messages'
import { IconButton } from '~/ui/button.tsx'
import type { MenuItem } from '~/ui/menu/menu-popup.tsx'
import { Menu } from '~/ui/menu/menu.tsx'
import { downloadOrReport } from '../download.ts'

export interface FileActionsProps {
  file: StoredFile
  mayChange: boolean
  onShowDetails: (file: StoredFile) => void
  onShowContent: (file: StoredFile) => void
  onDelete: (files: StoredFile[]) => void
}

/** What can be done with a file: side by side, or in a menu where there is no room. */
export function FileActions({ file, mayChange, onShowDetails, onShowContent, onDelete }: FileActionsProps) {
  const actions: MenuItem[] = [
    { label: m.files_details(), icon: <Info aria-hidden />, onSelect: () => onShowDetails(file) },
    { label: m.files_raw_content(), icon: <ScrollText aria-hidden />, onSelect: () => onShowContent(file) },
    { label: m.download(), icon: <Download aria-hidden />, onSelect: () => void downloadOrReport(file.id) },
    ...(mayChange ? [{ label: m.delete(), icon: <Trash2 aria-hidden />, onSelect: () => onDelete([file]) }] : []),
  ]
  return (
    <div role="group" aria-label={m.files_actions_of({ name: file.name })}>
      {/* As wide as four, so that the icons of all rows stand in columns. */}
      <div className="flex w-36 @max-2xl:hidden">
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
