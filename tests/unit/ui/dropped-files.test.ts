import { expect, it } from 'vitest'
import { droppedFiles } from '~/ui/dropped-files.ts'

const entry = (name: string) => ({
  name,
  isDirectory: false,
  file: (resolve: (file: File) => void) => resolve(new File([name], name)),
})
const unreadable = (name: string) => ({
  name,
  isDirectory: false,
  file: (_: unknown, reject: () => void) => reject(),
})
/** A folder whose reader returns two entries at a time, as browsers return a hundred. */
const folder = (name: string, ...entries: { name: string }[]) => ({
  name,
  isDirectory: true,
  createReader() {
    let from = 0
    return { readEntries: (resolve: (some: object[]) => void) => resolve(entries.slice(from, (from += 2))) }
  },
})
const item = (entry: { name: string; isDirectory: boolean }) => ({
  webkitGetAsEntry: () => entry,
  getAsFile: () => new File([entry.name], entry.name),
})
const namesOf = async (...entries: Parameters<typeof item>[0][]) =>
  (await droppedFiles({ items: entries.map(item) as unknown as DataTransferItemList })).map(({ name }) => name)

it('gives dropped files, and those of dropped folders and the folders in them, in order', async () => {
  const inner = folder('inner', entry('d.txt'))
  expect(await namesOf(entry('a.txt'), folder('outer', entry('b.txt'), entry('c.txt'), inner), entry('e.txt'))).toEqual(
    ['a.txt', 'b.txt', 'c.txt', 'd.txt', 'e.txt'],
  )
})

it('leaves out what systems put into folders, what is hidden there, and what cannot be read', async () => {
  const dropped = folder(
    'outer',
    entry('.DS_Store'),
    entry('Thumbs.db'),
    folder('.git', entry('HEAD')),
    unreadable('x'),
  )
  expect(await namesOf(dropped)).toEqual([])
  // A hidden file that is dropped itself is meant.
  expect(await namesOf(entry('.env'))).toEqual(['.env'])
})

it('gives a file that has no entry, as one that was not dropped from a disk', async () => {
  const items = [{ webkitGetAsEntry: () => null, getAsFile: () => new File(['x'], 'x') }]
  expect(await droppedFiles({ items: items as unknown as DataTransferItemList })).toHaveLength(1)
})
