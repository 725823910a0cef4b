import { spawnSync } from 'node:child_process'
import { chmodSync, existsSync, mkdtempSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import { openDataDir, secretIn, writeWhole } from '../../../scripts/local/data-dir.ts'

let parent: string
beforeEach(() => {
  parent = mkdtempSync(join(tmpdir(), 'data-'))
})

test('a directory that does not exist is made', () => {
  const { path, file, release } = openDataDir(join(parent, 'a/b'))
  release()
  expect(existsSync(file('logs'))).toBe(true)
  expect(path).toBe(join(parent, 'a/b'))
})

test('a file in its place is refused in one line', () => {
  const path = join(parent, 'file')
  writeFileSync(path, '')
  expect(() => openDataDir(path)).toThrow(`DATA_DIR=${path} is not a directory.`)
})

test('a directory below a file is refused in one line', () => {
  writeFileSync(join(parent, 'file'), '')
  const path = join(parent, 'file/data')
  expect(() => openDataDir(path)).toThrow(`DATA_DIR=${path} cannot be written (ENOTDIR).`)
})

test.skipIf(process.getuid?.() === 0)('a directory without the right to write is refused in one line', () => {
  chmodSync(parent, 0o500)
  expect(() => openDataDir(parent)).toThrow(`DATA_DIR=${parent} cannot be written (EACCES).`)
})

test('a directory that is in use is refused until it is released', () => {
  const first = openDataDir(parent)
  expect(() => openDataDir(parent)).toThrow(`DATA_DIR=${parent} is in use by another start; set another.`)
  first.release()
  openDataDir(parent).release()
})

test('a killed start does not keep the directory', () => {
  const module = JSON.stringify(join(import.meta.dirname, '../../../scripts/local/data-dir.ts'))
  const script = `const { openDataDir } = await import(${module})
    openDataDir(${JSON.stringify(parent)})
    process.kill(process.pid, 'SIGKILL')`
  expect(spawnSync(process.execPath, ['--input-type=module', '-e', script]).signal).toBe('SIGKILL')
  openDataDir(parent).release()
})

test('a secret is made once and is for its owner alone', () => {
  const path = join(parent, 'secret')
  const secret = secretIn(path)
  expect(secret).toHaveLength(43)
  expect(secretIn(path)).toBe(secret)
  expect(statSync(path).mode & 0o777).toBe(0o600)
})

test('a file is replaced whole', () => {
  const path = join(parent, 'accounts.json')
  writeWhole(path, 'old')
  writeWhole(path, 'new')
  expect(readFileSync(path, 'utf8')).toBe('new')
  expect(existsSync(`${path}.new`)).toBe(false)
})
