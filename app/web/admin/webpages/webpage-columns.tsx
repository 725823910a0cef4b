import { CircleAlert, CircleCheck } from 'lucide-react'
import type { Webpage } from '~/contract/webpages.ts'
import { m } from '~/paraglide/messages'
import { classes } from '~/ui/classes.ts'
import { Day } from '~/ui/day.tsx'
import { Spinner } from '~/ui/spinner.tsx'
import type { TableColumn } from '~/ui/table/table.tsx'
import { statusLabel } from '~/web/files/status.ts'
import { pageReasonText } from './reasons.ts'
import { shownAddress } from './site-address.ts'

/** The columns of the crawled pages. */
export const webpageColumns = (): TableColumn<Webpage>[] => [
  {
    accessorKey: 'name',
    header: () => m.webpages_col_name(),
    cell: ({ row }) => <PageName page={row.original} />,
    meta: { fill: true },
  },
  {
    accessorKey: 'status',
    header: () => m.webpages_col_status(),
    cell: ({ row }) => <PageStatus page={row.original} />,
  },
  {
    accessorKey: 'crawled_at',
    header: () => m.webpages_col_crawled(),
    cell: ({ row: { original } }) => {
      const { crawled_at } = original
      return crawled_at === null ? m.webpages_not_crawled() : <Day at={crawled_at} />
    },
    meta: { className: 'text-muted whitespace-nowrap @max-lg:hidden' },
  },
]

/** The title, and the address that it leads to under it. */
const PageName = ({ page: { name, url } }: { page: Webpage }) => (
  <>
    <span title={name} className="block truncate font-medium">
      {name}
    </span>
    <a
      href={url}
      target="_blank"
      rel="noreferrer"
      title={url}
      className="block truncate text-xs text-muted hover:text-ink hover:underline"
    >
      {shownAddress(url)}
    </a>
  </>
)

/** How far a page is; where it failed, why. */
const PageStatus = ({ page: { status, status_reason } }: { page: Webpage }) => (
  <>
    <span
      className={classes(
        'flex items-center gap-1.5 whitespace-nowrap',
        status === 'failed' ? 'text-danger' : 'text-muted',
      )}
    >
      {status === 'done' && <CircleCheck aria-hidden className="size-4 text-success" />}
      {status === 'failed' && <CircleAlert aria-hidden className="size-4" />}
      {(status === 'pending' || status === 'uploading') && <Spinner className="size-4" />}
      {statusLabel(status)}
    </span>
    {status === 'failed' && <p className="w-48 text-xs leading-snug text-muted">{pageReasonText(status_reason)}</p>}
  </>
)
