import Papa from 'papaparse'
import { byteOrderMark, formula } from '~/provider/exports/csv.ts'
import type { Translatable } from './segment.ts'

/** A table of comma-, semicolon- or tab-separated values, cell by cell. No cell becomes a formula that was none. */
export function openCsv(source: string): Translatable {
  // Empty lines, the last one above all, would mislead the search for the delimiter.
  const { meta } = Papa.parse<string[]>(source, { preview: 100, skipEmptyLines: 'greedy' })
  const { delimiter, linebreak: newline } = meta
  const { data: rows } = Papa.parse<string[]>(source, { delimiter })
  const segments = rows.flatMap((row) =>
    row.map((text, column) => ({
      pieces: [
        {
          text,
          write: (translation: string) => {
            row[column] = formula.test(translation) && !formula.test(text) ? `'${translation}` : translation
          },
        },
      ],
    })),
  )
  return {
    segments: segments.filter(({ pieces }) => pieces[0]!.text.trim() !== ''),
    save: async () => new TextEncoder().encode(byteOrderMark + Papa.unparse(rows, { delimiter, newline })),
  }
}
