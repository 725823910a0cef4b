import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Navigate } from '@tanstack/react-router'
import { Trash2, X } from 'lucide-react'
import { useMemo, useState } from 'react'
import type { BlockedKeyword } from '~/contract/keywords.ts'
import { m } from '~/paraglide/messages'
import { Button, IconButton } from '~/ui/button.tsx'
import { SearchField } from '~/ui/search-field.tsx'
import { type Selection, useSelection } from '~/ui/table-selection.ts'
import { Table } from '~/ui/table.tsx'
import { AdminPage } from '~/web/admin/admin-page.tsx'
import { errorMessage } from '~/web/errors/message.ts'
import { AddKeyword } from './add-keyword.tsx'
import { DeleteKeywordsDialog } from './delete-keywords-dialog.tsx'
import { keywordColumns } from './keyword-columns.tsx'
import { keywordsQuery } from './queries.ts'

const route = getRouteApi('/_shell/admin/rules')

/** The blocked keywords: list, search, add and delete (spec, section 2, Rules). */
export function RulesPage() {
  const search = route.useSearch()
  const { data, error, refetch, isPlaceholderData } = useQuery(keywordsQuery(search))
  const selection = useSelection(idOf)
  const [deleting, setDeleting] = useState<BlockedKeyword[]>([])
  const columns = useMemo(() => keywordColumns(setDeleting), [])

  if (data && !isPlaceholderData && data.page > data.pages) {
    return <Navigate from="/admin/rules" to="." search={(before) => ({ ...before, page: data.pages })} replace />
  }

  const unselect = (keywords: BlockedKeyword[]) => {
    const gone = new Set(keywords.map(idOf))
    selection.set(selection.rows.filter((keyword) => !gone.has(keyword.id)))
  }

  return (
    <AdminPage
      title={m.rules_title()}
      description={m.rules_description()}
      actions={<AddKeyword />}
      toolbar={
        <>
          <KeywordSearch value={search.keyword} />
          {selection.rows.length > 0 && (
            <SelectionBar selection={selection} onDelete={() => setDeleting(selection.rows)} />
          )}
        </>
      }
    >
      <Table
        name={m.rules_table_name()}
        columns={columns}
        rowId={idOf}
        list={data}
        stale={isPlaceholderData}
        error={error ? errorMessage(error) : undefined}
        onRetry={() => void refetch()}
        selection={{ ...selection, canSelect: () => true, nameOf: ({ keyword }) => keyword }}
      />
      <DeleteKeywordsDialog keywords={deleting} onDeleted={unselect} onClose={() => setDeleting([])} />
    </AdminPage>
  )
}

const idOf = ({ id }: BlockedKeyword) => id

function KeywordSearch({ value = '' }: { value: string | undefined }) {
  const navigate = route.useNavigate()
  return (
    <div className="w-full md:w-80">
      <SearchField
        label={m.rules_search()}
        value={value}
        onSearch={(text) => void navigate({ to: '.', search: { keyword: text || undefined }, replace: true })}
      />
    </div>
  )
}

const SelectionBar = ({ selection, onDelete }: { selection: Selection<BlockedKeyword>; onDelete: () => void }) => (
  <div className="ml-auto flex animate-fade-in items-center gap-1 text-sm">
    <span role="status" className="text-muted">
      {m.rules_selected({ count: selection.rows.length })}
    </span>
    <IconButton label={m.rules_clear_selection()} onClick={() => selection.set([])}>
      <X aria-hidden />
    </IconButton>
    <Button size="sm" onClick={onDelete}>
      <Trash2 aria-hidden className="size-4" />
      {m.delete()}
    </Button>
  </div>
)
