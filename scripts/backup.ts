/**
 * Makes a backup of everything that a product keeps, in a folder of backups:
 *
 *     npm run backup -- FOLDER                            of this machine (DATA_DIR; .data where it is not set)
 *     npm run backup -- FOLDER --remote [--env staging]   of a deployment
 *
 * Bytes that an earlier backup in the folder has are not copied again. docs/operating.md says more.
 */
import { keepAccounts } from './backup/accounts.ts'
import { backUp, megabytes } from './backup/back-up.ts'
import { type Kind, runCommand } from './backup/command.ts'
import { contentsOf } from './backup/folder.ts'
import { ownerOf } from './local/data-dir.ts'

const kind: Kind = { usage: 'npm run backup -- FOLDER [--remote [--env staging]]', isNew: false, ownerOf }

await runCommand(kind, async (command) => {
  const { path: folder, product, dataDir, progress, start } = command
  const { path, manifest, copied, gone } = await backUp({
    worker: await start(),
    folder,
    of: product,
    owner: dataDir && ownerOf(dataDir.path),
    keepAccounts: (path) => (dataDir ? keepAccounts(dataDir, path) : []),
    progress,
  })
  console.log(`\n${path}: ${contentsOf(manifest)}.`)
  console.log(`${megabytes(manifest.objects.bytes)} of bytes, of which ${megabytes(copied)} were copied.`)
  if (gone.length > 0) console.log(`The bytes of ${gone.length} files are not there, such as those of file ${gone[0]}.`)
  console.log('It holds all that people wrote and uploaded: keep it as carefully as the product.')
})
