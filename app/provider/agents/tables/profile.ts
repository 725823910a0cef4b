import type { Cell, Profile } from '~/provider/sandbox/table.ts'

const mostTop = 5

/** What a column holds; its values are of one kind, or null. */
export function profileOf(values: Cell[]): Profile {
  const counts = new Map<string | number, number>()
  let longest = 0
  for (const value of values) {
    if (value === null) continue
    counts.set(value, (counts.get(value) ?? 0) + 1)
    longest = Math.max(longest, String(value).length)
  }
  const distinct = [...counts.keys()].toSorted((one, other) => (one < other ? -1 : 1))
  const filled = [...counts.values()].reduce((sum, count) => sum + count, 0)
  const top = [...counts].toSorted(([, one], [, other]) => other - one).slice(0, mostTop)
  const areNumbers = typeof distinct[0] === 'number'
  return {
    missing: values.length - filled,
    distinct: distinct.length,
    min: distinct[0] ?? null,
    max: distinct.at(-1) ?? null,
    mean: areNumbers ? [...counts].reduce((sum, [value, count]) => sum + Number(value) * count, 0) / filled : null,
    median: areNumbers ? medianOf(distinct as number[], counts, filled) : null,
    top: top.map(([value, count]) => ({ value, count })),
    longest,
  }
}

function medianOf(sorted: number[], counts: Map<string | number, number>, filled: number): number {
  const at = (rank: number) => {
    let before = 0
    return sorted.find((value) => (before += counts.get(value)!) > rank)!
  }
  return (at(Math.floor((filled - 1) / 2)) + at(Math.floor(filled / 2))) / 2
}
