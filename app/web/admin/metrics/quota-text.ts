/**
 * The quota that a text says: digits of any width, grouped or not. None where it is empty; undefined where it says
 * none.
 */
export function quotaOf(text: string): number | null | undefined {
  const digits = text.normalize('NFKC').replace(/[\s,]/g, '')
  if (digits === '') return null
  const quota = /^\d+$/.test(digits) ? Number(digits) : NaN
  return Number.isSafeInteger(quota) ? quota : undefined
}
