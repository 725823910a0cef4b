import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'

/**
 * The rooms of the provider, the lowest floor first. A room imports of lower floors alone, not of its own and of none above, so
 * that no two import each other. The files of `provider/` itself stand above all rooms.
 */
const floors = [
  ['db', 'log'],
  ['objects'],
  ['documents', 'identity', 'queue', 'request', 'sandbox', 'time'],
  ['api', 'models', 'organization'],
  ['accounts', 'exports', 'search'],
  ['audits', 'builtin'],
  ['api-keys', 'keywords', 'metrics', 'model-settings', 'notices', 'prompts'],
  ['files', 'oauth'],
  ['agents', 'webpages'],
  ['conversations'],
  ['chat'],
  ['member'],
  ['openai', 'users'],
  ['backup', 'health', 'mcp', 'retention'],
]

const root = 'app/provider/'
const paths = globSync(`${root}*/**/*.ts`).map((path) => path.slice(root.length))
const roomOf = (path: string) => path.slice(0, path.indexOf('/'))
/** The number of a path's floor; a file of `provider/` itself is above all. */
const floorOf = (path: string) =>
  path.includes('/') ? floors.findIndex((rooms) => rooms.includes(roomOf(path))) : Infinity

/** What a module imports of the provider, as paths within it. */
function importsOf(path: string): string[] {
  const names = readFileSync(root + path, 'utf8').matchAll(/(?:\bfrom|\bimport)[\s(]*'((?:\.|~\/provider\/)[^']+)'/g)
  return [...names].map(([, name]) =>
    name!.startsWith('~') ? name!.slice('~/provider/'.length) : join(dirname(path), name!),
  )
}

test('every room of the provider has its floor', () => {
  expect(new Set(paths.map(roomOf))).toEqual(new Set(floors.flat()))
})

test('the rooms of the provider import of lower floors alone', () => {
  const upwards = paths.flatMap((path) =>
    importsOf(path)
      .filter((other) => roomOf(other) !== roomOf(path) && floorOf(other) >= floorOf(path))
      .map((other) => `${path} imports ${other}`),
  )
  expect(upwards).toEqual([])
})
