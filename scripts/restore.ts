/**
 * Restores a backup into an empty product:
 *
 *     npm run restore -- FOLDER                                    into DATA_DIR (.data where it is not set)
 *     npm run restore -- FOLDER --remote [--env staging] [--yes]   into a deployment
 *
 * FOLDER is one backup, or a folder of them, whose latest is meant. docs/operating.md says more.
 */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { runCommand } from './backup/command.ts'
import { openBackup } from './backup/folder.ts'
import { requireRoom, restore, verify } from './backup/restore.ts'
import { isWanted } from './deploy/ask.ts'
import { writeWhole } from './local/data-dir.ts'

await runCommand('npm run restore -- FOLDER [--remote [--env staging]] [--yes]', true, async (command) => {
  const { product, dataDir, progress, yes, start } = command
  const opened = await openBackup(command.path)
  const { made_at, of, organizations, members, objects } = opened.manifest
  console.log(
    `${opened.path}, of ${of}, made at ${made_at}: ${organizations} organisations, ${members} users, ${objects.count} objects.`,
  )
  const files = await progress.step('verify', () => verify(opened))
  console.log(`It will be restored into ${product}.`)
  if (!yes && !(await isWanted())) return

  const worker = await start()
  await requireRoom(worker, opened, files)
  const { rows, left, pages } = await restore(worker, opened, files, progress)
  if (dataDir) restoreAccounts(join(opened.path, 'accounts.json'), dataDir.file('accounts.json'))
  // What was there has come with the backup.
  if (dataDir) writeWhole(dataDir.file('samples-added'), '')
  console.log(
    `\nRestored and counted: ${rows - left} rows, ${objects.count} objects; ${pages} pages are found by their words.`,
  )
  if (left > 0) console.log(`${left} rows were left out: what they belong to was deleted while the backup was made.`)
})

function restoreAccounts(from: string, to: string): void {
  if (existsSync(from)) writeWhole(to, readFileSync(from, 'utf8'))
}
