import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

test('every part that is drawn late is asked for until it comes: a network that is gone for a moment ends no page', () => {
  const once = globSync('app/**/*.{ts,tsx}').filter((file) =>
    /\blazy\((async )?\(\) =>/.test(readFileSync(file, 'utf8')),
  )
  expect(once).toEqual([])
})
