import { m } from '~/paraglide/messages'
import { ConfirmDialog } from '~/ui/dialog/confirm-dialog.tsx'
import { namesOf } from '~/ui/names.ts'
import { toast } from '~/ui/toast.ts'
import { useLast } from '~/ui/dialog/use-last.ts'
import { hasCode } from '~/contract/errors.ts'

interface DeleteRowsDialogProps<Row> {
  /** What to delete; nothing, no dialog. */
  rows: readonly Row[]
  nameOf: (row: Row) => string
  words: {
    title: string
    askOne: (name: string) => string
    askMany: (count: number, names: string) => string
    deletedOne: string
    deletedMany: (count: number) => string
  }
  remove: (id: number) => Promise<unknown>
  /** What was deleted: the lists of it are out of date. */
  onDeleted: (deleted: Row[]) => Promise<void>
  onClose: () => void
}

/** Asks before rows are deleted, and names afterwards those that could not be. */
export function DeleteRowsDialog<Row extends { id: number }>(props: DeleteRowsDialogProps<Row>) {
  const { rows, nameOf, words, remove, onDeleted, onClose } = props
  const asked = useLast(rows.length > 0, rows) ?? rows
  const named = (some: readonly Row[]) => namesOf(some.map(nameOf))

  const confirm = async () => {
    const failed = await deleteMany(rows, remove)
    const deleted = rows.filter((row) => !failed.includes(row))
    await onDeleted(deleted)
    if (failed.length > 0) toast.error(m.delete_failed({ names: named(failed) }))
    else toast.success(deleted.length === 1 ? words.deletedOne : words.deletedMany(deleted.length))
  }

  return (
    <ConfirmDialog
      open={rows.length > 0}
      title={words.title}
      text={asked.length === 1 ? words.askOne(nameOf(asked[0]!)) : words.askMany(asked.length, named(asked))}
      onConfirm={confirm}
      onClose={onClose}
    />
  )
}

const atATime = 4

/** Deletes rows, some at a time, and returns those that could not be; one that is gone already counts as deleted. */
export async function deleteMany<Row extends { id: number }>(
  rows: readonly Row[],
  remove: (id: number) => Promise<unknown>,
): Promise<Row[]> {
  const failed: Row[] = []
  const left = rows.values()
  const work = async () => {
    for (const row of left) {
      await remove(row.id).catch((error: unknown) => {
        if (!hasCode(error, 'does_not_exist')) failed.push(row)
      })
    }
  }
  await Promise.all(Array.from({ length: atATime }, work))
  return failed
}
