/**
 * Restores a backup into an empty product:
 *
 *     npm run restore -- FOLDER                                    into DATA_DIR (.data where it is not set)
 *     npm run restore -- FOLDER --remote [--env staging] [--yes]   into a deployment
 *
 * FOLDER is one backup, or a folder of them, whose latest is meant. docs/operating.md says more.
 */
import { restoreAccounts } from './backup/accounts.ts'
import { type Kind, runCommand } from './backup/command.ts'
import { contentsOf, openBackup } from './backup/folder.ts'
import { requireRoom, restore, verify } from './backup/restore.ts'
import { isWanted } from './deploy/ask.ts'
import { writeWhole } from './local/data-dir.ts'

const kind: Kind = {
  usage: 'npm run restore -- FOLDER [--remote [--env staging]] [--yes]',
  isNew: true,
  ownerOf: async (_, path) => (await openBackup(path)).manifest.owner,
}

await runCommand(kind, async (command) => {
  const { product, dataDir, progress, yes, start } = command
  const opened = await openBackup(command.path)
  const { made_at, of, objects } = opened.manifest
  console.log(`${opened.path}, of ${of}, made at ${made_at}: ${contentsOf(opened.manifest)}.`)
  const files = await progress.step('verify', () => verify(opened))
  console.log(`It will be restored into ${product}.`)
  if (!yes && !(await isWanted())) return

  const worker = await start()
  await requireRoom(worker, opened, files)
  const { rows, left, pages } = await restore(worker, opened, files, progress)
  if (dataDir) restoreAccounts(opened.path, dataDir)
  // What was there has come with the backup.
  if (dataDir) writeWhole(dataDir.file('samples-added'), '')
  console.log(
    `\nRestored and counted: ${rows - left} rows, ${objects.count} objects; ${pages} pages are found by their words.`,
  )
  if (left > 0) console.log(`${left} rows were left out: what they belong to was deleted while the backup was made.`)
})
