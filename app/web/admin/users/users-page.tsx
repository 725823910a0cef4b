import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { Download, UserPlus } from 'lucide-react'
import { useMemo, useState } from 'react'
import type { User } from '~/contract/users.ts'
import { m } from '~/paraglide/messages'
import { Button } from '~/ui/button.tsx'
import { SearchField } from '~/ui/form/search-field.tsx'
import { PageFrame } from '~/ui/page-frame.tsx'
import { SelectionBar } from '~/ui/table/selection-bar.tsx'
import { useSelection } from '~/ui/table/selection.ts'
import { Table } from '~/ui/table/table.tsx'
import { HoldDialog } from '~/web/admin/retention/hold-dialog.tsx'
import { ReleaseDialog } from '~/web/admin/retention/release-dialog.tsx'
import { useMe } from '~/web/session/me.ts'
import { listed } from '~/web/tables/listed.ts'
import { useOpenRow } from '~/web/tables/use-open-row.ts'
import { ActiveDialog } from './active-dialog.tsx'
import { AddUsersDialog } from './add-users-dialog.tsx'
import { DeleteUsersDialog } from './delete-users-dialog.tsx'
import { saveUsers } from './export-users.ts'
import { usersQuery } from './queries.ts'
import { RoleDialog } from './role-dialog.tsx'
import { userColumns } from './user-columns.tsx'
import { UserDetails } from './user-details.tsx'
import { sortOf, type UsersSearch } from './users-search.ts'

const route = getRouteApi('/_shell/admin/users')

/** The organisation's users, with the details that the address names over them. */
export function UsersPage() {
  const me = useMe()
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const users = useQuery(usersQuery(search))
  const selection = useSelection(idOf)
  const { open, close } = useOpenRow('user')
  const [adding, setAdding] = useState(false)
  const [editing, setEditing] = useState<User>()
  const [switching, setSwitching] = useState<User>()
  const [holding, setHolding] = useState<User>()
  const [deleting, setDeleting] = useState<User[]>([])
  const edited = useMemo(() => (holding && !holding.held ? { user: holding } : undefined), [holding])
  const columns = useMemo(
    () =>
      userColumns(me.user_id, {
        onShowDetails: open,
        onEdit: setEditing,
        onSetActive: setSwitching,
        onHold: setHolding,
        onDelete: setDeleting,
      }),
    [me.user_id, open],
  )

  const list = (change: Partial<UsersSearch>) =>
    void navigate({ to: '.', search: (before) => ({ ...before, ...change, page: undefined }), replace: true })
  const isOther = ({ id }: User) => id !== me.user_id

  return (
    <PageFrame
      title={m.users_title()}
      actions={
        <>
          <Export email={search.email} />
          <Button variant="primary" onClick={() => setAdding(true)}>
            <UserPlus aria-hidden className="size-4" />
            {m.users_add()}
          </Button>
        </>
      }
      toolbar={
        <>
          <div className="w-full md:w-80">
            <SearchField
              label={m.users_search()}
              value={search.email ?? ''}
              onSearch={(text) => list({ email: text || undefined })}
            />
          </div>
          {selection.rows.length > 0 && (
            <SelectionBar
              text={m.users_selected({ count: selection.rows.length })}
              onClear={selection.clear}
              onDelete={() => setDeleting(selection.rows)}
            />
          )}
        </>
      }
    >
      <Table
        name={m.users_table_name()}
        columns={columns}
        rowId={idOf}
        {...listed(users)}
        selection={{ ...selection, canSelect: isOther, nameOf: ({ email }) => email }}
        sort={{ value: search.sort ?? '-id', onSort: (value) => list({ sort: sortOf(value) }) }}
      />
      <UserDetails
        userId={search.user}
        listed={users.data?.data.find(({ id }) => id === search.user)}
        onClose={close}
      />
      <AddUsersDialog open={adding} onClose={() => setAdding(false)} />
      <RoleDialog user={editing} onClose={() => setEditing(undefined)} />
      <ActiveDialog user={switching} onClose={() => setSwitching(undefined)} />
      <HoldDialog edited={edited} onClose={() => setHolding(undefined)} />
      <ReleaseDialog user={holding?.held ? holding : undefined} onClose={() => setHolding(undefined)} />
      <DeleteUsersDialog users={deleting} onDeleted={selection.drop} onClose={() => setDeleting([])} />
    </PageFrame>
  )
}

const idOf = ({ id }: User) => id

/** What a search finds is what is exported; without one, all there are. */
function Export({ email }: { email: string | undefined }) {
  const [busy, setBusy] = useState(false)
  const save = () => {
    setBusy(true)
    void saveUsers(email).finally(() => setBusy(false))
  }
  return (
    <Button busy={busy} onClick={save}>
      {!busy && <Download aria-hidden className="size-4" />}
      {email ? m.users_export_found() : m.users_export()}
    </Button>
  )
}
