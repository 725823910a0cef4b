import {
  type CSSProperties,
  isValidElement,
  memo,
  type ReactNode,
  type RefObject,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import type { Components } from 'react-markdown'
import { useInSlices } from '../in-slices.ts'
import { directionOf } from './direction.ts'
import { type MarkdownExtension, PlainText, renderMarkdown } from './render.tsx'
import { withoutSpaceRuns } from './sanitise.ts'
import { WordRows, wordTableOf } from './word-rows.tsx'

/** Rows that are read together; a row is read again only while its group is not full. */
const groupRows = 8

/**
 * A table of more groups than this takes the widths of its columns from them: were each row to have a say in the widths, each
 * new one would cost a layout of all. The same rows decide while the table grows and when it is whole.
 */
const measuredGroups = 5

/** Groups that a long table gets in one go, and the height that one is taken to have until then, as in `prose.css`. */
const moreGroups = 100
const groupHeight = 20

export interface TableProps {
  head: string
  rows: string
  definitions: string
  extension: MarkdownExtension
}

/** A table to which rows are appended: what stands is neither read nor drawn nor laid out again. */
export const Table = memo(function Table({ head, rows, definitions, extension }: TableProps) {
  const table = useRef<HTMLTableElement>(null)
  const groups = groupsOf(rows)
  const long = groups.length > measuredGroups
  const columns = useColumns(table, long)
  const drawn = useInSlices(groups.length, measuredGroups, moreGroups)
  const shown = groups.slice(0, long && !columns ? measuredGroups : drawn)
  const dir = directionOf(head) ?? directionOf(rows.slice(0, 200))
  return (
    <div className="overflow-x-auto" dir={dir === 'rtl' ? dir : undefined}>
      <table
        ref={table}
        className={columns ? 'long-table' : undefined}
        style={columns ? ({ '--columns': columns } as CSSProperties) : undefined}
      >
        {shown.map((group, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- a group is its place
          <Rows
            key={index}
            head={head}
            rows={group}
            first={index === 0}
            definitions={definitions}
            extension={extension}
          />
        ))}
        {columns && shown.length < groups.length && (
          <tbody style={{ height: `${(groups.length - shown.length) * groupHeight}em` }} />
        )}
      </table>
    </div>
  )
})

function groupsOf(rows: string): string[] {
  const lines = rows.split('\n').filter((line) => line !== '')
  return Array.from({ length: Math.ceil(lines.length / groupRows) || 1 }, (_, index) =>
    lines.slice(index * groupRows, (index + 1) * groupRows).join('\n'),
  )
}

/** The widths of a long table's columns for a grid, once they are known. */
function useColumns(table: RefObject<HTMLTableElement | null>, long: boolean): string | null {
  const [columns, setColumns] = useState<string | null>(null)
  useLayoutEffect(() => {
    if (!long || !table.current) return
    const fontSize = parseFloat(getComputedStyle(table.current).fontSize)
    const cells = [...(table.current.rows[0]?.cells ?? [])]
    // oxlint-disable-next-line react/set-state-in-effect -- the widths exist only once the table does
    setColumns(cells.map((cell) => `${cell.getBoundingClientRect().width / fontSize}em`).join(' '))
  }, [long, table])
  return columns
}

/** A group of rows, read as a table of its own and drawn without the table; the first with the heading. */
const Rows = memo(function Rows({ head, rows, first, definitions, extension }: TableProps & { first: boolean }) {
  const words = wordTableOf(withoutSpaceRuns(head), withoutSpaceRuns(rows))
  if (words) return <WordRows table={words} headed={first} />
  const source = `${definitions}${head}${head.endsWith('\n') ? '' : '\n'}${rows}`
  const drawn = renderMarkdown(source, extension, first ? headAndBody : bodyOnly)
  if (hasRows(drawn)) return drawn
  // A page's parser takes out of a table whatever is no part of one.
  return (
    <tbody>
      <tr>
        <td colSpan={mostColumns}>
          <PlainText>{first ? head + rows : rows}</PlainText>
        </td>
      </tr>
    </tbody>
  )
})

const RowsAlone: Components['table'] = ({ children }) => children
const bodyOnly: Components = { table: RowsAlone, thead: () => null }
const headAndBody: Components = { table: RowsAlone }

/** As many as HTML lets a cell span. */
const mostColumns = 1000

/** Whether Markdown's parser found the table that `blocks.ts` did and nothing else, and could read it. */
const hasRows = (drawn: ReactNode) => isValidElement<{ children?: ReactNode }>(drawn) && isTable(drawn.props.children)

const isTable = (children: ReactNode): boolean =>
  Array.isArray(children)
    ? children.every((child) => child === '\n' || isTable(child))
    : isValidElement(children) && children.type === RowsAlone
