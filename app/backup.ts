import { serveBackup } from './provider/backup/serve.ts'

/**
 * The Worker that hands out what a product keeps, and takes it back. It exists only while `npm run backup` or `npm run restore` runs, and
 * answers nobody else.
 */
export default {
  fetch: (request, env) => serveBackup(request, env, env.BACKUP_TOKEN),
} satisfies ExportedHandler<Env & { BACKUP_TOKEN: string }>
