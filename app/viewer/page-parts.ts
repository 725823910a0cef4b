/** A stretch of a page's extracted text: lines of prose, or the rows of a table with its header first. */
export type PagePart = { kind: 'text'; text: string } | { kind: 'table'; rows: string[][] }

/**
 * Takes the extracted text of a page apart. Extraction writes a table's row as a line with tabs between its cells, and leaves
 * no tab anywhere else; so neighbouring lines with tabs are a table. Its rows get as many cells as the widest.
 */
export function partsOf(text: string): PagePart[] {
  const parts: ({ kind: 'text'; lines: string[] } | { kind: 'table'; rows: string[][] })[] = []
  for (const line of text.replace(/^\n+/, '').trimEnd().split('\n')) {
    const last = parts.at(-1)
    if (line.includes('\t')) {
      if (last?.kind === 'table') last.rows.push(line.split('\t'))
      else parts.push({ kind: 'table', rows: [line.split('\t')] })
    } else if (last?.kind === 'text') last.lines.push(line)
    else parts.push({ kind: 'text', lines: [line] })
  }
  return parts.map((part) =>
    part.kind === 'text' ? { kind: 'text', text: part.lines.join('\n') } : { kind: 'table', rows: filledUp(part.rows) },
  )
}

function filledUp(rows: string[][]): string[][] {
  const width = Math.max(...rows.map((row) => row.length))
  return rows.map((row) => [...row, ...Array<string>(width - row.length).fill('')])
}
