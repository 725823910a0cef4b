import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, expect, test } from 'vitest'

const tree = mkdtempSync(join(tmpdir(), 'linear-patterns-'))
cpSync('.oxlintrc.json', join(tree, '.oxlintrc.json'))
symlinkSync(resolve('node_modules'), join(tree, 'node_modules'))
mkdirSync(join(tree, 'app'))
afterAll(() => rmSync(tree, { recursive: true }))

test('lint refuses a pattern that takes time by the square of a text, written at once or put together', () => {
  const patterns = ['/ +$/', '/^ *[^:]* *:/', '/(?:a|a)+b/', 'new RegExp(`${spaces}$`)', 'new RegExp(spaces + "$")']
  const linear = ['/(?<! ) +$/', '/^ *([^ :]+) *:/', '/^(?:a|b)+c/']
  const lines = [
    "export const spaces = ' +'",
    ...[...patterns, ...linear].map((each, at) => `export const p${at} = ${each}`),
  ]
  writeFileSync(join(tree, 'app/patterns.ts'), lines.join('\n'))
  let said = ''
  try {
    execFileSync(resolve('node_modules/.bin/oxlint'), ['--format=unix', 'app'], { cwd: tree, encoding: 'utf8' })
  } catch (error) {
    said = String((error as { stdout: string }).stdout)
  }
  const refused = [...said.matchAll(/^app\/patterns\.ts:(\d+):.*no-super-linear/gm)].map(([, line]) => Number(line))
  expect(new Set(refused)).toEqual(new Set(patterns.map((_, at) => at + 2)))
})
