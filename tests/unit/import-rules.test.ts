import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { afterAll, expect, test } from 'vitest'

const tree = mkdtempSync(join(tmpdir(), 'import-rules-'))
cpSync('.oxlintrc.json', join(tree, '.oxlintrc.json'))
symlinkSync(resolve('node_modules'), join(tree, 'node_modules'))
afterAll(() => rmSync(tree, { recursive: true }))

const refused = [
  ['app/web/chat/a.ts', '~/provider/app.ts'],
  ['app/web/chat/b.ts', '../../provider/app.ts'],
  ['app/web/chat/c.ts', '~/routes/__root.tsx'],
  ['app/routes/d.ts', '~/provider/db/index.ts'],
  ['app/provider/chat/e.ts', '~/web/chat/queries.ts'],
  ['app/provider/chat/f.ts', '~/ui/button.tsx'],
  ['app/ui/g.ts', '~/web/chat/queries.ts'],
  ['app/ui/h.ts', '~/contract/errors.ts'],
  ['app/contract/i.ts', '~/ui/classes.ts'],
  ['app/viewer/j.ts', '~/provider/app.ts'],
  ['app/viewer/q.ts', '~/contract/errors.ts'],
  ['app/viewer/recognition/r.ts', '~/web/chat/queries.ts'],
  ['app/web/files/s.ts', '~/viewer/stage.ts'],
  ['app/web/files/t.ts', '~/viewer/recognition/recognise.ts'],
  ['app/web/files/u.ts', '../../viewer/protocol.ts'],
  ['app/routes/v.ts', '~/viewer/protocol.ts'],
  ['app/ui/w.ts', '~/viewer/protocol.ts'],
  ['app/encoding/o.ts', '~/provider/documents/document.ts'],
] as const
const accepted = [
  ['app/web/chat/k.ts', '~/contract/errors.ts'],
  ['app/web/chat/l.ts', '../errors/message.ts'],
  ['app/provider/chat/m.ts', '../db/index.ts'],
  ['app/viewer/p.ts', '~/encoding/told-encoding.ts'],
  ['app/viewer/x.ts', '~/ui/markdown/blocks.ts'],
  ['app/web/files/y.ts', '~/viewer/protocol.ts'],
  ['app/web/files/z.ts', '~/viewer/recognition/protocol.ts'],
  ['app/viewer/n.ts', 'pdfjs-dist/web/pdf_viewer.mjs'],
] as const

/** What lint says of modules at each path that import what stands beside it; all at once, since it takes a second to begin. */
function lint(imports: readonly (readonly [path: string, from: string])[]): string {
  for (const [path, from] of imports) {
    mkdirSync(dirname(join(tree, path)), { recursive: true })
    writeFileSync(join(tree, path), `import { it } from '${from}'\nexport const used = it\n`)
  }
  try {
    return execFileSync(resolve('node_modules/.bin/oxlint'), ['--format=unix', 'app'], { cwd: tree, encoding: 'utf8' })
  } catch (error) {
    return String((error as { stdout: string }).stdout)
  }
}

const said = lint([...refused, ...accepted]).split('\n')
const isRefused = (path: string) =>
  said.some((line) => line.startsWith(`${path}:`) && line.includes('no-restricted-imports'))

test.each(refused)('lint refuses that %s imports %s', (path) => {
  expect(isRefused(path)).toBe(true)
})

test.each(accepted)('lint accepts that %s imports %s', (path) => {
  expect(isRefused(path)).toBe(false)
})
