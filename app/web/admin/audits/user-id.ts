import { idIn } from '~/ui/search-params.ts'

/** A user's id as it is typed, in whatever width; undefined where it is none. */
export function userIdIn(text: string): number | undefined {
  const digits = text.normalize('NFKC').trim()
  return /^\d+$/.test(digits) ? idIn(Number(digits)) : undefined
}
