import { actionsExport, auditsExport } from './audits/export.ts'
import type { ExportSources } from './exports/source.ts'
import { usersExport } from './users/export.ts'

/** All that can be exported. */
export const exportSources: ExportSources = { users: usersExport, audits: auditsExport, actions: actionsExport }
