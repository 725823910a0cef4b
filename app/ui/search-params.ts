/**
 * Parts of an address as screens read them: an invalid value is left out, which means the default, so that a bad
 * link is never an error. The bounds are the contract's.
 */

const lastPage = 1_000_000

export const idIn = (value: unknown): number | undefined =>
  Number.isSafeInteger(value) && (value as number) > 0 ? (value as number) : undefined

/** A page after the first, which is the default. */
export function pageIn(value: unknown): number | undefined {
  const page = idIn(value)
  return page && page > 1 && page <= lastPage ? page : undefined
}

/** What is searched for, cut to at most `longest` characters. A search for '2026' reads as a number in an address. */
export function textIn(value: unknown, longest: number): string | undefined {
  const text = typeof value === 'string' || typeof value === 'number' ? `${value}` : ''
  return text.trim().slice(0, longest).toWellFormed() || undefined
}
