import { Menu } from '@base-ui/react/menu'
import { Download, EllipsisVertical, ScrollText, Trash2 } from 'lucide-react'
import type { ReactNode } from 'react'
import type { StoredFile } from '~/contract/files.ts'
import { m } from '~/paraglide/messages'
import { IconButton } from '~/ui/button.tsx'
import { toast } from '~/ui/toast.ts'
import { errorMessage } from '~/web/errors/message.ts'
import { downloadFile } from './download.ts'

export interface FileActionsProps {
  file: StoredFile
  mayDelete: boolean
  onShowContent: (file: StoredFile) => void
  onDelete: (files: StoredFile[]) => void
}

interface Action {
  label: string
  icon: ReactNode
  run: () => void
}

/** What can be done with a file: side by side, or in a menu where there is no room. */
export function FileActions({ file, mayDelete, onShowContent, onDelete }: FileActionsProps) {
  const actions: Action[] = [
    { label: m.files_raw_content(), icon: <ScrollText aria-hidden />, run: () => onShowContent(file) },
    { label: m.download(), icon: <Download aria-hidden />, run: () => download(file) },
    ...(mayDelete ? [{ label: m.delete(), icon: <Trash2 aria-hidden />, run: () => onDelete([file]) }] : []),
  ]
  return (
    <div role="group" aria-label={m.files_actions_of({ name: file.name })}>
      {/* As wide as three, so that the icons of all rows stand in columns. */}
      <div className="flex w-27 @max-2xl:hidden">
        {actions.map(({ label, icon, run }) => (
          <IconButton key={label} label={label} onClick={run}>
            {icon}
          </IconButton>
        ))}
      </div>
      <ActionsMenu actions={actions} />
    </div>
  )
}

const ActionsMenu = ({ actions }: { actions: Action[] }) => (
  <Menu.Root>
    <Menu.Trigger
      aria-label={m.files_more()}
      className="inline-flex size-9 items-center justify-center rounded-md text-muted hover:bg-sunken @2xl:hidden"
    >
      <EllipsisVertical aria-hidden className="size-[18px]" />
    </Menu.Trigger>
    <Menu.Portal>
      <Menu.Positioner align="end" sideOffset={4} className="z-40">
        <Menu.Popup className="min-w-44 rounded-md border border-line bg-raised p-1.5 shadow-overlay outline-none">
          {actions.map(({ label, icon, run }) => (
            <Menu.Item
              key={label}
              onClick={run}
              className="flex h-10 cursor-pointer items-center gap-3 rounded-sm px-3 text-sm outline-none select-none data-highlighted:bg-sunken [&_svg]:size-4 [&_svg]:text-muted"
            >
              {icon}
              {label}
            </Menu.Item>
          ))}
        </Menu.Popup>
      </Menu.Positioner>
    </Menu.Portal>
  </Menu.Root>
)

const download = ({ id }: StoredFile) => downloadFile(id).catch((error: unknown) => toast.error(errorMessage(error)))
