import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import { hashOfSources } from '../../../scripts/local/build-hash.ts'

let root: string
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'sources-'))
  write('app/server.ts', 'export {}')
  write('wrangler.toml', 'name = "app"')
})

const write = (path: string, content: string) => {
  mkdirSync(join(root, path, '..'), { recursive: true })
  writeFileSync(join(root, path), content)
}

test('the same sources have the same hash', () => {
  const before = hashOfSources(root)
  write('app/server.ts', 'export {}')
  expect(hashOfSources(root)).toBe(before)
})

test.each([
  ['a changed file', () => write('app/server.ts', 'export { }')],
  ['a new file', () => write('app/chat/stream.ts', '')],

  ['a message', () => write('messages/en.json', '{}')],
  ['a variable of the Worker', () => write('wrangler.toml', 'name = "other"')],
])('%s changes the hash', (_, change) => {
  const before = hashOfSources(root)
  change()
  expect(hashOfSources(root)).not.toBe(before)
})

test.each(['app/paraglide/messages.js', 'app/routeTree.gen.ts', 'public/viewer/index.html', 'README.md'])(
  'what a build writes or does not read leaves the hash: %s',
  (path) => {
    const before = hashOfSources(root)
    write(path, 'new')
    expect(hashOfSources(root)).toBe(before)
  },
)
