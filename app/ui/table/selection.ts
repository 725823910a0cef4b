import { functionalUpdate, type RowSelectionState, type Updater } from '@tanstack/react-table'
import { useState } from 'react'

/** Selected rows, kept whole, so that they are known while other pages are listed. */
export interface Selection<Row> {
  rows: Row[]
  idOf: (row: Row) => number
  /** The table's own view of it: the ids. */
  state: RowSelectionState
  /** Takes a change of the ids; `listed` are the rows that it may be about. */
  change: (updater: Updater<RowSelectionState>, listed: readonly Row[]) => void
  clear: () => void
  /** Rows that are no more. */
  drop: (rows: readonly Row[]) => void
}

/** A selection that survives paging. */
export function useSelection<Row>(idOf: (row: Row) => number): Selection<Row> {
  const [selected, setSelected] = useState<readonly Row[]>([])
  return {
    rows: [...selected],
    idOf,
    state: stateOf(selected, idOf),
    change: (updater, listed) =>
      setSelected((before) => {
        const next = functionalUpdate(updater, stateOf(before, idOf))
        const known = new Map([...before, ...listed].map((row) => [idOf(row), row]))
        return [...known].flatMap(([id, row]) => (next[id] ? [row] : []))
      }),
    clear: () => setSelected([]),
    drop: (rows) => {
      const gone = new Set(rows.map(idOf))
      setSelected((before) => before.filter((row) => !gone.has(idOf(row))))
    },
  }
}

const stateOf = <Row>(rows: readonly Row[], idOf: (row: Row) => number): RowSelectionState =>
  Object.fromEntries(rows.map((row) => [idOf(row), true as const]))
