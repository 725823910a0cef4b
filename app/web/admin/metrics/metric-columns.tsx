import type { Metric } from '~/contract/metrics.ts'
import { m } from '~/paraglide/messages'
import type { TableColumn } from '~/ui/table/table.tsx'
import { bucketLabels, metricLabels } from './metric-labels.ts'
import { bucketText, valueText } from './metric-text.ts'

export type MetricRow = Metric & { id: number }

const number = 'text-right whitespace-nowrap tabular-nums'

/** The metrics' columns; where the table is narrow the dimension shows only in the bucket's name. */
export const metricColumns: TableColumn<MetricRow>[] = [
  {
    accessorKey: 'name',
    header: () => m.metrics_col_name(),
    cell: ({ row }) => metricLabels[row.original.name](),
    meta: { className: 'w-2/5 @max-lg:w-auto' },
  },
  {
    accessorKey: 'time_bucket_type',
    header: () => m.metrics_col_dimension(),
    cell: ({ row }) => bucketLabels[row.original.time_bucket_type](),
    meta: { className: 'whitespace-nowrap text-muted @max-2xl:hidden' },
  },
  {
    accessorKey: 'time_bucket_id',
    header: () => m.metrics_col_bucket(),
    cell: ({ row }) => bucketText(row.original.time_bucket_id),
    meta: { className: 'whitespace-nowrap tabular-nums' },
  },
  {
    accessorKey: 'value',
    header: () => m.metrics_col_value(),
    cell: ({ row }) => <Value metric={row.original} />,
    meta: { className: `${number} @max-lg:pr-4` },
  },
  {
    accessorKey: 'quota',
    header: () => m.metrics_col_quota(),
    cell: ({ row: { original } }) => (original.quota === null ? '–' : valueText(original.name, original.quota)),
    meta: { className: `${number} text-muted @max-lg:hidden` },
  },
]

/** Where the table is narrow it shows the quota, too. */
const Value = ({ metric: { name, value, quota } }: { metric: MetricRow }) => (
  <>
    {valueText(name, value)}
    {quota !== null && (
      <span className="block text-xs text-muted @lg:hidden">
        {m.metrics_chart_of({ quota: valueText(name, quota) })}
      </span>
    )}
  </>
)
