import { expect, test } from 'vitest'
import { unwrap } from '~/provider/documents/unwrap.ts'

test('Lines that were wrapped at a width are paragraphs again', () => {
  const text = `HOLIDAYS

Every employee has twenty days of paid holiday in a calendar year, which
begin on the first of April. Days that were not taken by the end of March
are carried over for one more year, and are lost after that.

- Ask your manager at least two weeks before the first day, and tell your
  colleagues.
- Enter the days in the calendar.
`
  expect(unwrap(text)).toBe(`HOLIDAYS

Every employee has twenty days of paid holiday in a calendar year, which begin on the first of April. Days that were not taken by the end of March are carried over for one more year, and are lost after that.

- Ask your manager at least two weeks before the first day, and tell your colleagues.
- Enter the days in the calendar.
`)
})

test('Wrapped Japanese is joined without gaps', () => {
  const text = `従業員は、毎年四月一日から翌年三月三十一日までの間に、二十日の年次
有給休暇を取得することができる。取得しなかった日数は、翌年度に限り繰
り越すことができる。
（１）二週間前までに申請すること。
`
  expect(unwrap(text)).toBe(
    `従業員は、毎年四月一日から翌年三月三十一日までの間に、二十日の年次有給休暇を取得することができる。取得しなかった日数は、翌年度に限り繰り越すことができる。
（１）二週間前までに申請すること。
`,
  )
})

test.each([
  [
    'a poem',
    'The fog comes on little cat feet and it waits\nIt sits looking\nover harbour and city\non silent haunches\nand then moves on\n',
  ],
  [
    'a table drawn with blanks',
    'Item name of the first column      Price\nPump with a very long name indeed    120\nFilter with a very long name         340\nHose that is longer than the rest    560\n',
  ],
  [
    'a list',
    [
      '- apples and a good many other things from there',
      '- pears and a good many other things from there too',
      '- plums and a good many other things from there',
    ].join('\n'),
  ],
  [
    'paragraphs of a line each',
    ['The first paragraph says something. '.repeat(6), 'The second one says more. '.repeat(8)].join('\n'),
  ],
  [
    'code',
    '```\nconst a = someFunction(with, many, arguments, indeed)\nconst b = someFunction(with, many, arguments, indeed)\nconst c = someFunction(with, many, arguments, indeed)\n```\n',
  ],
  [
    'a log',
    [
      '10:00:01 server started on port 3000 with pid 4711',
      '10:00:02 request',
      '10:00:02 done',
      '10:00:03 request of another member of this team',
      '10:00:04 done',
    ].join('\n'),
  ],
])('%s stays as it is', (_, text) => {
  expect(unwrap(text)).toBe(text)
})

test('Lines that are each a sentence stay, however alike their lengths are', () => {
  const log = Array.from({ length: 200 }, (_, index) => `Line ${1000 + index} of a long report about the reserve line.`)
  expect(unwrap(log.join('\n'))).toBe(log.join('\n'))
})

test('A paragraph of 30,000 lines is joined as one', () => {
  const lines = Array.from(
    { length: 30_000 },
    (_, index) => `line ${10_000 + index} of a paragraph that goes on and on, and`,
  )
  expect(unwrap(lines.join('\n'))).toBe(lines.join(' '))
})
