/**
 * Makes a backup of everything that a product keeps, in a folder of backups:
 *
 *     npm run backup -- FOLDER                            of this machine (DATA_DIR; .data where it is not set)
 *     npm run backup -- FOLDER --remote [--env staging]   of a deployment
 *
 * Bytes that an earlier backup in the folder has are not copied again. docs/operating.md says more.
 */
import { existsSync, readFileSync } from 'node:fs'
import { backUp, megabytes } from './backup/back-up.ts'
import { runCommand } from './backup/command.ts'

await runCommand('npm run backup -- FOLDER [--remote [--env staging]]', false, async (command) => {
  const { path: folder, product, dataDir, progress, start } = command
  const accounts = dataDir && accountsIn(dataDir.file('accounts.json'))
  const { path, manifest, copied, gone } = await backUp({
    worker: await start(),
    folder,
    of: product,
    accounts,
    progress,
  })
  const { organizations, members, objects } = manifest
  console.log(`\n${path}: ${organizations} organisations, ${members} users, ${objects.count} objects.`)
  console.log(`${megabytes(objects.bytes)} of bytes, of which ${megabytes(copied)} were copied.`)
  if (gone.length > 0) console.log(`The bytes of ${gone.length} files are not there, such as those of file ${gone[0]}.`)
  console.log('It holds all that people wrote and uploaded: keep it as carefully as the product.')
})

function accountsIn(path: string): string | undefined {
  return existsSync(path) ? readFileSync(path, 'utf8') : undefined
}
