import { expect, it } from 'vitest'
import { shortcutLabels } from '~/web/shell/shortcut-labels.ts'
import { shortcutOf, shortcuts } from '~/web/shell/shortcuts.ts'

const press = (key: string, change: Partial<KeyboardEvent> = {}) =>
  shortcutOf({ key, keyCode: 0, target: null, ...change } as KeyboardEvent)?.key

it('every shortcut has its own key and says what it does, and its key finds it', () => {
  expect(Object.keys(shortcutLabels).toSorted()).toEqual(shortcuts.map(({ key }) => key).toSorted())
  expect(new Set(shortcuts.map(({ key }) => key)).size).toBe(shortcuts.length)
  for (const { key } of shortcuts) expect(press(key)).toBe(key)
})

it.each(['ctrlKey', 'metaKey', 'altKey'] as const)('a key with %s is left to the browser', (modifier) => {
  for (const { key } of shortcuts) expect(press(key, { [modifier]: true })).toBeUndefined()
})

it('a key that an input method handles is left to it', () => {
  expect(press('n', { isComposing: true })).toBeUndefined()
  expect(press('n', { keyCode: 229 })).toBeUndefined()
})

it('a key that is held down acts once', () => {
  expect(press('n', { repeat: true })).toBeUndefined()
})
