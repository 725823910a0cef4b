import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { Plus } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import type { Webpage } from '~/contract/webpages.ts'
import { m } from '~/paraglide/messages'
import { Button } from '~/ui/button.tsx'
import { SearchField } from '~/ui/form/search-field.tsx'
import { PageFrame } from '~/ui/page-frame.tsx'
import { Table } from '~/ui/table/table.tsx'
import { listed } from '~/web/tables/listed.ts'
import { AddSiteDialog } from './add-site-dialog.tsx'
import { sitesQuery, webpagesQuery } from './queries.ts'
import { Sites } from './sites.tsx'
import { webpageColumns } from './webpage-columns.tsx'

const route = getRouteApi('/_shell/admin/webpages')

/** The sites that are crawled, and under them the pages that were found. */
export function WebpagesPage() {
  const search = route.useSearch()
  const sites = useQuery(sitesQuery)
  const pages = useQuery(webpagesQuery(search))
  useChange(sites.data, pages.refetch)
  const [adding, setAdding] = useState(false)

  const isEmpty = sites.data?.data.length === 0 && pages.data?.total === 0 && search.name === undefined
  return (
    <PageFrame
      title={m.webpages_title()}
      description={m.webpages_description()}
      actions={
        <Button variant="primary" onClick={() => setAdding(true)}>
          <Plus aria-hidden className="size-4" />
          {m.sites_add()}
        </Button>
      }
    >
      <Sites sites={sites.data?.data} failed={sites.error !== null} onRetry={() => void sites.refetch()} />
      {!isEmpty && (
        <>
          <div className="px-4 py-4 md:px-6">
            <PageSearch value={search.name} />
          </div>
          <Table name={m.webpages_table_name()} columns={columns} rowId={idOf} {...listed(pages)} />
        </>
      )}
      <AddSiteDialog open={adding} onClose={() => setAdding(false)} />
    </PageFrame>
  )
}

/** What the sites say of their progress is in the list of pages as well. */
function useChange(value: unknown, onChange: () => Promise<unknown>) {
  const last = useRef(value)
  useEffect(() => {
    if (last.current !== undefined && last.current !== value) void onChange()
    last.current = value
  }, [value, onChange])
}

const columns = webpageColumns()
const idOf = ({ id }: Webpage) => id

function PageSearch({ value = '' }: { value: string | undefined }) {
  const navigate = route.useNavigate()
  return (
    <div className="w-full md:w-80">
      <SearchField
        label={m.webpages_search()}
        value={value}
        onSearch={(text) => void navigate({ to: '.', search: { name: text || undefined }, replace: true })}
      />
    </div>
  )
}
