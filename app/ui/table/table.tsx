import { type ColumnDef, flexRender, rowSelectionFeature, tableFeatures, useTable } from '@tanstack/react-table'
import { Navigate } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { m } from '~/paraglide/messages'
import { getLocale } from '~/paraglide/runtime'
import { Checkbox } from '../form/checkbox.tsx'
import { classes } from '../classes.ts'
import { Pager } from './pager.tsx'
import { TableError, TableNote, TableSkeleton } from './notes.tsx'
import type { Selection } from './selection.ts'
import { ariaSort, type Sort, SortButton } from './sort.tsx'

interface ColumnMeta {
  /** Takes the width that the others leave, and cuts off what does not fit. One column of a table. */
  fill?: boolean
  /**
   * For the column's header and cells: at which width of the table it is hidden (`@max-2xl:hidden`) or, where the one beside it
   * is, stands at the edge (`@max-2xl:pl-4`); how it is aligned.
   */
  className?: string
  /** The name under which rows are sorted by this column, where the table's `sort` lets them be. */
  sort?: string
}

const features = tableFeatures({ rowSelectionFeature, columnMeta: {} as ColumnMeta })

export type TableColumn<Row extends object> = ColumnDef<typeof features, Row>

interface ListedPage<Row> {
  data: Row[]
  total: number
  page: number
  pages: number
  page_size: number
  /** There are more than `total`. */
  more?: boolean | undefined
}

export interface TableProps<Row extends object> {
  /** What the rows are, as in 'Showing 1-20 of 57 files'. */
  name: string
  /** The same array until a column changes. */
  columns: TableColumn<Row>[]
  rowId: (row: Row) => number
  /** The page that is listed; none while it loads. */
  list: ListedPage<Row> | undefined
  /** The rows are the last page's; the one asked for is on its way. */
  stale?: boolean
  /** Why it could not be loaded, in words. */
  error?: string | undefined
  onRetry: () => void
  /** Rows can be selected where this is given: those that `canSelect` says, each under its name. */
  selection?: Selection<Row> & { canSelect: (row: Row) => boolean; nameOf: (row: Row) => string }
  /** Rows can be sorted where this is given, by the columns that have a name for it; the list has to come sorted. */
  sort?: Sort
}

const noRows: never[] = []

/**
 * A paged list from the server, as every screen shows it. It fills a flex column; its head stays while the rows scroll.
 * The page is `page` of the address; one beyond the last leads to that.
 */
export function Table<Row extends object>({
  name,
  columns,
  rowId,
  list,
  stale,
  error,
  onRetry,
  selection,
  sort,
}: TableProps<Row>) {
  const rows = list?.data ?? noRows
  const table = useTable({
    features,
    columns,
    data: rows,
    getRowId: (row) => String(rowId(row)),
    enableRowSelection: (row) => selection?.canSelect(row.original) ?? false,
    state: { rowSelection: selection?.state ?? {} },
    onRowSelectionChange: (updater) => selection?.change(updater, rows),
  })
  // A column of boxes only where there is one to tick, or a ticked one on another page.
  const selecting = selection && (rows.some(selection.canSelect) || selection.rows.length > 0) ? selection : undefined
  const width = columns.length + (selecting ? 1 : 0)
  const scroller = useRef<HTMLDivElement>(null)
  const page = list?.page
  useEffect(() => {
    if (page) scroller.current?.scrollTo({ top: 0 })
  }, [page])

  if (list && !stale && list.page > list.pages) {
    return <Navigate to="." search={(search: object) => ({ ...search, page: list.pages })} replace />
  }
  return (
    <div className="@container flex min-h-0 flex-1 flex-col">
      <div ref={scroller} className="min-h-0 flex-1 overflow-auto">
        <table aria-label={name} aria-busy={!list || stale} className="w-full border-separate border-spacing-0 text-sm">
          <thead>
            <tr>
              {selecting && (
                <th scope="col" className={classes(head, select)}>
                  {rows.some(selecting.canSelect) && (
                    <Checkbox
                      label={m.table_select_all()}
                      checked={table.getIsAllPageRowsSelected()}
                      indeterminate={table.getIsSomePageRowsSelected()}
                      onChange={table.getToggleAllPageRowsSelectedHandler()}
                    />
                  )}
                </th>
              )}
              {table.getFlatHeaders().map((header) => {
                const { className, sort: name } = metaOf(header)
                const label = flexRender(header.column.columnDef.header, header.getContext())
                const sorts = sort && name !== undefined
                return (
                  <th
                    key={header.id}
                    scope="col"
                    aria-sort={sorts ? ariaSort(sort, name) : undefined}
                    className={classes(head, className)}
                  >
                    {sorts ? (
                      <SortButton sort={sort} name={name}>
                        {label}
                      </SortButton>
                    ) : (
                      label
                    )}
                  </th>
                )
              })}
            </tr>
          </thead>
          <tbody className={classes('transition-opacity', stale && 'opacity-50')}>
            {error !== undefined && <TableError width={width} text={error} onRetry={onRetry} />}
            {!list && error === undefined && <TableSkeleton width={width} />}
            {list && rows.length === 0 && <TableNote width={width}>{m.table_empty()}</TableNote>}
            {table.getRowModel().rows.map((row) => (
              <tr
                key={row.id}
                data-selected={row.getIsSelected() || undefined}
                className="hover:bg-canvas data-selected:bg-accent-soft"
              >
                {selecting && (
                  <td className={classes(body, select)}>
                    {row.getCanSelect() && (
                      <Checkbox
                        label={m.table_select_row({ name: selecting.nameOf(row.original) })}
                        checked={row.getIsSelected()}
                        onChange={row.getToggleSelectedHandler()}
                      />
                    )}
                  </td>
                )}
                {row.getAllCells().map((cell) => (
                  <td key={cell.id} className={classes(body, metaOf(cell).fill && fill, metaOf(cell).className)}>
                    <div className="max-w-[500px]">{flexRender(cell.column.columnDef.cell, cell.getContext())}</div>
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {list && list.total > 0 && (
        <footer className="flex min-h-13 flex-wrap items-center justify-between gap-x-4 gap-y-1 border-t border-line px-4 py-2 md:px-6">
          <p className="text-sm text-muted tabular-nums">{m.table_showing({ ...shownOf(list), name })}</p>
          <Pager page={list.page} pages={list.pages} />
        </footer>
      )}
    </div>
  )
}

const metaOf = ({ column }: { column: { columnDef: { meta?: ColumnMeta } } }) => column.columnDef.meta ?? {}

const head =
  'sticky top-0 z-10 h-10 border-b border-line bg-surface px-3 text-left text-[13px] font-medium whitespace-nowrap text-muted first:pl-4 last:pr-4 md:first:pl-6 md:last:pr-6'
const body = 'h-13 border-b border-line px-3 py-2 first:pl-4 last:pr-4 md:first:pl-6 md:last:pr-6'
const select = 'w-0 pr-0!'
// A cell of no width of its own, in a column of all the width there is, cuts its content off instead of growing. Where the
// others leave less than can be read, the table scrolls.
const fill = 'w-full max-w-0 min-w-48'

/** The numbers of the first and the last row listed; a page beyond the end lists none. */
const shownOf = ({ data, total, more, page, page_size }: ListedPage<object>) => {
  const before = (page - 1) * page_size
  const all = { total: number(total) + (more ? '+' : '') }
  if (data.length === 0) return { from: '0', to: '0', ...all }
  return { from: number(before + 1), to: number(before + data.length), ...all }
}

const number = (value: number) => value.toLocaleString(getLocale())
