import { hasCode } from '~/contract/errors.ts'

/** For what is to be deleted: that another tab or person has done it is no failure. @throws any other error */
export function unlessGone(error: unknown): void {
  if (!hasCode(error, 'does_not_exist')) throw error
}
