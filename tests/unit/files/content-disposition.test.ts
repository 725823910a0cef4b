import { expect, test } from 'vitest'
import { contentDisposition } from '~/provider/files/content-disposition.ts'

test('an ASCII name is given twice', () => {
  expect(contentDisposition('inline', 'report 1.pdf')).toBe(
    `inline; filename="report 1.pdf"; filename*=UTF-8''report%201.pdf`,
  )
})

test('another name has an ASCII fallback, one mark a character', () => {
  expect(contentDisposition('attachment', '𠮷野家.pdf')).toBe(
    `attachment; filename="___.pdf"; filename*=UTF-8''%F0%A0%AE%B7%E9%87%8E%E5%AE%B6.pdf`,
  )
})

test('no name ends its quotes, adds a parameter or a header', () => {
  const header = contentDisposition('attachment', `a"; filename=b\\%41'()*\r\nX: y`)
  expect(header).toBe(
    `attachment; filename="a_; filename=b__41'()*__X: y"; filename*=UTF-8''a%22%3B%20filename%3Db%5C%2541%27%28%29%2A%0D%0AX%3A%20y`,
  )
})
