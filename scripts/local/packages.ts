import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** The project's directory. */
export const root = join(import.meta.dirname, '../..')

/**
 * The file that a command of an installed package runs: `binOf('vite')`, `binOf('firebase-tools', 'firebase')`.
 * Started with our own Node, it does not depend on what `env node` finds.
 */
export function binOf(name: string, command = name): string {
  const manifest = join(root, 'node_modules', name, 'package.json')
  const { bin } = JSON.parse(readFileSync(manifest, 'utf8')) as { bin: string | Record<string, string> }
  const path = typeof bin === 'string' ? bin : bin[command]
  if (!path) throw new Error(`${manifest} has no command ${command}`)
  return join(dirname(manifest), path)
}
