/** Where the code between backticks ends that begins at a place; undefined where none begins there, or nothing closes it. */
export type CodeSpans = (start: number) => number | undefined

/** Pairs the runs of backticks in a text: one opens code where a later one is as long, and the next such one closes it. */
export function codeSpansOf(text: string): CodeSpans {
  const nextOf = new Map<number, number>()
  const ends = new Map<number, number>()
  for (const { 0: run, index } of [...text.matchAll(/`+/g)].toReversed()) {
    const end = nextOf.get(run.length)
    if (end !== undefined) ends.set(index, end)
    nextOf.set(run.length, index + run.length)
  }
  return (start) => ends.get(start)
}

/** A text without the code between its backticks. */
export function withoutCodeSpans(text: string): string {
  const endOf = codeSpansOf(text)
  let rest = ''
  let from = 0
  for (const { index } of text.matchAll(/`+/g)) {
    const end = index < from ? undefined : endOf(index)
    if (end === undefined) continue
    rest += text.slice(from, index)
    from = end
  }
  return rest + text.slice(from)
}
