/**
 * Whether what is held still grows at the end, rather than fills: the last third grew at least half as fast as the first.
 * Takes what was held `before` and in the middle of each minute since, in MB. Of fewer than six minutes, or with one
 * unmeasured (NaN), nobody can tell: then it is taken to.
 */
export function isGrowing(before: number, minutes: number[]): boolean {
  if (minutes.length < 6 || minutes.some(Number.isNaN)) return true
  const third = Math.floor(minutes.length / 3)
  const inFirst = minutes[third - 1]! - before
  const inLast = minutes.at(-1)! - minutes.at(-1 - third)!
  return inLast > 0 && inLast >= inFirst / 2
}
