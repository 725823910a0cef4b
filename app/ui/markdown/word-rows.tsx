import { isWords } from './words.ts'

type Alignment = keyof typeof styles

/** Rows of a table whose cells are words alone. */
interface WordTable {
  alignments: (Alignment | undefined)[]
  head: string[]
  body: string[][]
}

/** Reads a heading with its row of dashes, and rows; null unless all are words, a bar before each row. */
export function wordTableOf(head: string, rows: string): WordTable | null {
  const [heading = '', dashes = ''] = head.split('\n')
  const headCells = cellsOf(heading)
  if (!headCells) return null
  const body: string[][] = []
  for (const row of rows === '' ? [] : rows.split('\n')) {
    const cells = cellsOf(row)
    if (!cells) return null
    body.push(cells)
  }
  return { alignments: (dashes.match(/:?-+:?/g) ?? []).map(alignmentOf), head: headCells, body }
}

const styles = {
  left: { textAlign: 'left' },
  center: { textAlign: 'center' },
  right: { textAlign: 'right' },
} as const

const alignmentOf = (dashes: string): Alignment | undefined =>
  dashes.endsWith(':') ? (dashes.startsWith(':') ? 'center' : 'right') : dashes.startsWith(':') ? 'left' : undefined

function cellsOf(row: string): string[] | null {
  const content = /^\|.*$/.test(row)
    ? row
        .slice(1)
        .replace(/(?<! ) +$/, '')
        .replace(/\|$/, '')
    : undefined
  const cells = content?.split('|')
  return cells?.every(isWords) ? cells.map((cell) => cell.replace(/^ +|(?<! ) +$/g, '')) : null
}

/** The rows without the table around them; the heading only where it is `headed`. */
export const WordRows = ({ table: { alignments, head, body }, headed }: { table: WordTable; headed: boolean }) => (
  <>
    {headed && (
      <thead>
        <Row cell="th" cells={head} alignments={alignments} />
      </thead>
    )}
    {body.length > 0 && (
      <tbody>
        {body.map((cells, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- a row is its place
          <Row key={index} cell="td" cells={cells} alignments={alignments} />
        ))}
      </tbody>
    )}
  </>
)

interface RowProps {
  cell: 'th' | 'td'
  cells: string[]
  alignments: WordTable['alignments']
}

/** As many cells as the heading has: missing ones are empty, surplus ones left out (GFM 0.29, 4.10). */
const Row = ({ cell: Cell, cells, alignments }: RowProps) => (
  <tr>
    {alignments.map((alignment, index) => (
      // oxlint-disable-next-line react/no-array-index-key -- a cell is its place
      <Cell key={index} style={alignment && styles[alignment]}>
        {cells[index]}
      </Cell>
    ))}
  </tr>
)
