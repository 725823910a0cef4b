import { comparableEmail } from '~/contract/email.ts'
import { ApiError } from '~/contract/errors.ts'
import type { Role } from '~/contract/users.ts'

/** A row as it is sent to be invited. */
export interface Entry {
  /** The row's place in the file: 1 is the header. */
  row: number
  email: string
  role: Role
}

/** A row that is left out. */
export interface Dropped {
  row: number
  email: string
  role: string
  reason: 'no_email' | 'invalid_role' | 'invalid_email'
}

/** Where in a row the two fields are. */
export interface Columns {
  email: number
  role: number
}

/**
 * Finds the columns by a header that says email(s) and role(s), in any order and among others.
 * @throws ApiError `csv_invalid_columns`
 */
export function columnsOf(header: readonly string[]): Columns {
  const names = header.map((name) => name.trim().toLowerCase())
  const columns = {
    email: names.findIndex((name) => /^emails?$/.test(name)),
    role: names.findIndex((name) => /^roles?$/.test(name)),
  }
  if (columns.email < 0 || columns.role < 0) throw new ApiError('csv_invalid_columns')
  return columns
}

/** A row as an entry, or why it is dropped. */
export function entryOf(fields: readonly string[], row: number, columns: Columns): Entry | Dropped {
  const email = comparableEmail(fields[columns.email] ?? '')
  const role = (fields[columns.role] ?? '').trim().toLowerCase()
  if (email === '') return { row, email, role, reason: 'no_email' }
  if (role !== 'user' && role !== 'admin') return { row, email, role, reason: 'invalid_role' }
  return { row, email, role }
}

export const isDropped = (read: Entry | Dropped): read is Dropped => 'reason' in read
