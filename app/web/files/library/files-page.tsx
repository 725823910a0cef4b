import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import type { StoredFile } from '~/contract/files.ts'
import { m } from '~/paraglide/messages'
import { SearchField } from '~/ui/form/search-field.tsx'
import { Segments } from '~/ui/form/segments.tsx'
import { SelectionBar } from '~/ui/table/selection-bar.tsx'
import { useSelection } from '~/ui/table/selection.ts'
import { Table } from '~/ui/table/table.tsx'
import { listed } from '~/web/tables/listed.ts'
import { useMe } from '~/web/session/me.ts'
import { AddFiles } from '../upload/add-files.tsx'
import { DeleteDialog } from './delete-dialog.tsx'
import { fileColumns } from './file-columns.tsx'
import type { FilesFilter, GroupFilter } from '../files-search.ts'
import { mayChange } from '../groups.ts'
import { OpenFile, useOpenings } from './open-file.tsx'
import { filesQuery } from '../queries.ts'

const route = getRouteApi('/_shell/files/{-$fileId}')

/** The file library, with the dialogs and the preview that its address names over it. */
export function FilesPage() {
  const me = useMe()
  const search = route.useSearch()
  const files = useQuery(filesQuery(search, me.groups))
  const selection = useSelection(idOf)
  const [deleting, setDeleting] = useState<StoredFile[]>([])
  const { showDetails, showContent } = useOpenings()
  const columns = useMemo(
    () => fileColumns(me, { onShowDetails: showDetails, onShowContent: showContent, onDelete: setDeleting }),
    [me, showDetails, showContent],
  )

  return (
    <div className="flex h-full flex-col">
      <header className="flex flex-wrap items-center justify-between gap-3 px-4 pt-5 md:px-6">
        <h1 className="text-xl font-semibold tracking-tight">{m.files_title()}</h1>
        <div className="flex items-center gap-2">
          <AddFiles />
        </div>
      </header>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2 px-4 py-4 md:px-6">
        <Filters search={search} />
        {selection.rows.length > 0 && (
          <SelectionBar
            text={m.files_selected({ count: selection.rows.length })}
            onClear={selection.clear}
            onDelete={() => setDeleting(selection.rows)}
          />
        )}
      </div>
      <Table
        name={m.files_table_name()}
        columns={columns}
        rowId={idOf}
        {...listed(files)}
        selection={{ ...selection, canSelect: (file) => mayChange(me, file), nameOf: ({ name }) => name }}
      />
      <DeleteDialog files={deleting} onDeleted={selection.drop} onClose={() => setDeleting([])} />
      <OpenFile listed={files.data?.data} onDeleted={selection.drop} />
    </div>
  )
}

const idOf = ({ id }: StoredFile) => id

function Filters({ search: { name, groups } }: { search: FilesFilter }) {
  const navigate = route.useNavigate()
  const list = (change: Partial<FilesFilter>) =>
    navigate({ to: '.', search: (before) => ({ ...before, ...change, page: undefined }), replace: true })
  const labels: Record<GroupFilter, string> = {
    all: m.files_group_all(),
    private: m.files_group_private(),
    organization: m.files_group_organization(),
  }
  return (
    <>
      <div className="w-full md:w-80">
        <SearchField
          label={m.files_search()}
          value={name ?? ''}
          onSearch={(text) => void list({ name: text || undefined })}
        />
      </div>
      <Segments
        label={m.files_group_filter()}
        value={groups ?? 'all'}
        options={Object.entries(labels).map(([value, label]) => ({ value: value as GroupFilter, label }))}
        onChange={(value) => void list({ groups: value === 'all' ? undefined : value })}
      />
    </>
  )
}
