import Papa from 'papaparse'
import { m } from '~/paraglide/messages'
import type { Dropped } from './read-entries.ts'

const reasons: Record<Dropped['reason'], () => string> = {
  no_email: m.users_dropped_no_email,
  invalid_role: m.users_dropped_invalid_role,
  invalid_email: m.users_dropped_invalid_email,
}

export const reasonLabel = (reason: Dropped['reason']) => reasons[reason]()

/** What a spreadsheet takes for a formula, with the full-width forms (OWASP, CSV Injection). */
const formula = /^[=+\-@\t\r\n\uff1d\uff0b\uff0d\uff20]/

/** The rows that were left out, with the reason for each, as a file that Excel opens: with a byte order mark, and inert. */
export function droppedCsv(dropped: readonly Dropped[]): Blob {
  const header = ['email', 'role', m.users_dropped_row(), m.users_dropped_reason()]
  const rows = dropped.map(({ email, role, row, reason }) => [email, role, String(row), reasonLabel(reason)])
  return new Blob(['\ufeff', Papa.unparse([header, ...rows], { escapeFormulae: formula }), '\r\n'], {
    type: 'text/csv;charset=utf-8',
  })
}
