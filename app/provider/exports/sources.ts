import { actionsExport, auditsExport } from '~/provider/audits/export.ts'
import type { exports } from '~/provider/db/index.ts'
import { usersExport } from '~/provider/users/export.ts'
import type { ExportSource } from './source.ts'

export type ExportKind = (typeof exports.$inferSelect)['kind']

/** All that can be exported. */
export const sources: Record<ExportKind, ExportSource> = {
  users: usersExport,
  audits: auditsExport,
  actions: actionsExport,
}
