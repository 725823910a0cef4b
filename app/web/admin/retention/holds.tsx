import { useQuery } from '@tanstack/react-query'
import { FileLock } from 'lucide-react'
import { useMemo, useState } from 'react'
import type { Hold } from '~/contract/retention.ts'
import { m } from '~/paraglide/messages'
import { Table } from '~/ui/table/table.tsx'
import { listed } from '~/web/tables/listed.ts'
import type { EditedHold } from './hold-dialog.tsx'
import { holdColumns } from './hold-columns.tsx'
import { holdsQuery } from './queries.ts'
import { ReleaseDialog } from './release-dialog.tsx'
import type { RetentionSearch } from './retention-search.ts'

interface HoldsProps {
  search: RetentionSearch
  onEdit: (hold: EditedHold) => void
}

/** Whose things are kept whatever the periods say, and why. */
export function Holds({ search, onEdit }: HoldsProps) {
  const holds = useQuery(holdsQuery(search))
  const [releasing, setReleasing] = useState<Hold>()
  const columns = useMemo(
    () =>
      holdColumns({
        onEdit: ({ user_id, user_email, reason }) => onEdit({ user: { id: user_id, email: user_email }, reason }),
        onRelease: setReleasing,
      }),
    [onEdit],
  )
  return (
    <>
      {holds.data?.total === 0 ? (
        <Nobody />
      ) : (
        <Table name={m.holds_table_name()} columns={columns} rowId={idOf} {...listed(holds)} />
      )}
      <ReleaseDialog
        user={releasing && { id: releasing.user_id, email: releasing.user_email }}
        onClose={() => setReleasing(undefined)}
      />
    </>
  )
}

const idOf = ({ user_id }: Hold) => user_id

const Nobody = () => (
  <div className="grid justify-items-center gap-2 px-6 py-16 text-center">
    <FileLock aria-hidden className="size-8 text-faint" />
    <p className="font-medium">{m.holds_none()}</p>
    <p className="max-w-md text-sm text-muted">{m.holds_none_hint()}</p>
  </div>
)
