import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import type { BlockedKeyword } from '~/contract/keywords.ts'
import { m } from '~/paraglide/messages'
import { SearchField } from '~/ui/form/search-field.tsx'
import { PageFrame } from '~/ui/page-frame.tsx'
import { SelectionBar } from '~/ui/table/selection-bar.tsx'
import { useSelection } from '~/ui/table/selection.ts'
import { Table } from '~/ui/table/table.tsx'
import { listed } from '~/web/tables/listed.ts'
import { AddKeyword } from './add-keyword.tsx'
import { DeleteKeywordsDialog } from './delete-keywords-dialog.tsx'
import { keywordColumns } from './keyword-columns.tsx'
import { keywordsQuery } from './queries.ts'

const route = getRouteApi('/_shell/admin/rules')

/** The blocked keywords: list, search, add and delete. */
export function KeywordsPage() {
  const search = route.useSearch()
  const keywords = useQuery(keywordsQuery(search))
  const selection = useSelection(idOf)
  const [deleting, setDeleting] = useState<BlockedKeyword[]>([])
  const columns = useMemo(() => keywordColumns(setDeleting), [])

  return (
    <PageFrame
      title={m.keywords_title()}
      description={m.keywords_description()}
      actions={<AddKeyword />}
      toolbar={
        <>
          <KeywordSearch value={search.keyword} />
          {selection.rows.length > 0 && (
            <SelectionBar
              text={m.keywords_selected({ count: selection.rows.length })}
              onClear={selection.clear}
              onDelete={() => setDeleting(selection.rows)}
            />
          )}
        </>
      }
    >
      <Table
        name={m.keywords_table_name()}
        columns={columns}
        rowId={idOf}
        {...listed(keywords)}
        selection={{ ...selection, canSelect: () => true, nameOf: ({ keyword }) => keyword }}
      />
      <DeleteKeywordsDialog keywords={deleting} onDeleted={selection.drop} onClose={() => setDeleting([])} />
    </PageFrame>
  )
}

const idOf = ({ id }: BlockedKeyword) => id

function KeywordSearch({ value = '' }: { value: string | undefined }) {
  const navigate = route.useNavigate()
  return (
    <div className="w-full md:w-80">
      <SearchField
        label={m.keywords_search()}
        value={value}
        onSearch={(text) => void navigate({ to: '.', search: { keyword: text || undefined }, replace: true })}
      />
    </div>
  )
}
