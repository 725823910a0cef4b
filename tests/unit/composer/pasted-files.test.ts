import { expect, it } from 'vitest'
import { pastedFiles } from '~/web/chat/composer/use-attach.ts'

const picture = new File(['x'], 'image.png', { type: 'image/png' })
const clipboard = (...types: string[]) => ({ files: [picture] as unknown as FileList, types })

it('a screenshot and a copied file are attached', () => {
  expect(pastedFiles(clipboard('Files'))).toEqual([picture])
  expect(pastedFiles(clipboard('text/plain', 'Files'))).toEqual([picture])
})

it('a picture copied from a web page is attached', () => {
  expect(pastedFiles(clipboard('text/html', 'Files'))).toEqual([picture])
})

it('cells of a spreadsheet, which come with a picture of themselves, are pasted as text', () => {
  expect(pastedFiles(clipboard('text/plain', 'text/html', 'text/rtf', 'Files'))).toEqual([])
})
