import { Building2, Lock, Upload } from 'lucide-react'
import type { Group } from '~/contract/users.ts'
import { m } from '~/paraglide/messages'
import { Button } from '~/ui/button.tsx'
import { classes } from '~/ui/classes.ts'
import { Dialog } from '~/ui/dialog/dialog.tsx'
import { toast } from '~/ui/toast.ts'
import { groupLabel } from '../groups.ts'
import { InterruptedList } from './interrupted-list.tsx'
import LimitsText from './limits-text.tsx'
import { UploadList, type UploadListProps } from './upload-list.tsx'

interface AddFilesDialogProps extends UploadListProps {
  open: boolean
  onClose: () => void
  /** Where files can go; a single one needs no picking. */
  groups: Group[]
  groupId: number | undefined
  onPickGroup: (id: number) => void
  /** How many files wait for a group. */
  held: number
  /** Opens the file picker. */
  onChoose: () => void
}

/** Where to, which files, and how far they are. Closing it leaves the uploads running. */
export function AddFilesDialog({
  open,
  onClose,
  groups,
  groupId,
  onPickGroup,
  held,
  onChoose,
  ...list
}: AddFilesDialogProps) {
  return (
    <Dialog open={open} onClose={onClose} title={m.files_add_title()}>
      <div className="grid gap-5">
        {groups.length > 1 && <GroupPicker groups={groups} groupId={groupId} held={held} onPick={onPickGroup} />}
        <ChooseFiles compact={list.uploads.length > 0} onChoose={groupId === undefined ? askForGroup : onChoose} />
        <UploadList {...list} />
        <InterruptedList />
      </div>
    </Dialog>
  )
}

const askForGroup = () => toast.error(m.files_pick_group())

interface GroupPickerProps {
  groups: Group[]
  groupId: number | undefined
  held: number
  onPick: (id: number) => void
}

const GroupPicker = ({ groups, groupId, held, onPick }: GroupPickerProps) => (
  <fieldset className="grid gap-2">
    <legend className="mb-2 text-sm font-medium">{m.files_add_to()}</legend>
    <div className="grid gap-2 sm:grid-cols-2">
      {groups.map((group) => {
        const Icon = group.type === 'user' ? Lock : Building2
        return (
          <label
            key={group.id}
            className="flex cursor-pointer items-start gap-3 rounded-md border border-line p-3 transition-colors hover:border-line-strong has-checked:border-accent has-checked:bg-accent-soft has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent"
          >
            <input
              type="radio"
              name="group"
              checked={group.id === groupId}
              onChange={() => onPick(group.id)}
              className="sr-only"
            />
            <Icon aria-hidden className="mt-0.5 size-[18px] shrink-0 text-muted" />
            <span className="text-sm">
              <span className="block font-medium">{nameAmong(groups, group)}</span>
              <span className="block text-xs text-muted">
                {group.type === 'user' ? m.files_add_to_private_hint() : m.files_add_to_organization_hint()}
              </span>
            </span>
          </label>
        )
      })}
    </div>
    {held > 0 && (
      <p role="status" className="text-sm text-accent-text">
        {m.files_waiting_for_group({ count: held })}
      </p>
    )}
  </fieldset>
)

/** A group by its type, as everywhere; several of one type by their names. */
const nameAmong = (groups: Group[], { id, name, type }: Group) =>
  groups.some((other) => other.type === type && other.id !== id) ? name : groupLabel(type)

interface ChooseFilesProps {
  /** Leaves the room to the list of uploads. */
  compact: boolean
  onChoose: () => void
}

/** The way to the file picker, and in words that files can be dropped, as anywhere on the page. */
const ChooseFiles = ({ compact, onChoose }: ChooseFilesProps) => (
  <div
    className={classes(
      'flex flex-col items-center gap-3 rounded-lg border border-dashed border-line-strong px-4 text-center transition-[padding]',
      compact ? 'py-4' : 'py-8',
    )}
  >
    <Upload aria-hidden className="size-6 text-faint" />
    <p className="text-sm text-muted max-md:hidden">{m.files_drop_here()}</p>
    <Button onClick={onChoose}>{m.files_choose()}</Button>
    {/* As high before the limits are known: nothing below it moves then. */}
    <p className="min-h-12 max-w-md text-xs text-balance text-muted">
      <LimitsText />
    </p>
  </div>
)
