import { expect, test } from 'vitest'
import { composeSummary } from '~/provider/builtin/compose-summary.ts'
import { centralSentences } from '~/provider/builtin/central-sentences.ts'

const textsOf = (pages: string[], count: number) =>
  centralSentences(
    pages.map((text, index) => ({ page: index + 1, text })),
    count,
  ).map(({ page, text }) => `${page}: ${text}`)

const filler = [
  'The canteen serves curry on Fridays.',
  'Bicycles are parked behind the east gate.',
  'The lift was painted green.',
]

test('the sentences that share the subject of the text are chosen, in their order', () => {
  const pages = [
    `The new harbour crane lifts 40 tons. ${filler[0]}`,
    `${filler[1]} The harbour crane was built in Kobe. ${filler[2]}`,
    'Two workers operate the crane in the harbour.',
  ]
  expect(textsOf(pages, 3)).toEqual([
    '1: The new harbour crane lifts 40 tons.',
    '2: The harbour crane was built in Kobe.',
    '3: Two workers operate the crane in the harbour.',
  ])
})

test('a sentence that repeats a chosen one gives way to another', () => {
  const repeated = 'The harbour crane lifts forty tons of steel.'
  const chosen = textsOf([`${repeated} ${repeated} The harbour office sells tickets for steel tours.`], 2)
  expect(chosen).toEqual([`1: ${repeated}`, '1: The harbour office sells tickets for steel tours.'])
})

test('Japanese is summed up as well', () => {
  const chosen = textsOf(
    [
      '港のクレーンは四十トンを持ち上げる。食堂は金曜日にカレーを出す。港のクレーンは神戸で造られた。自転車は東門の裏に置く。エレベーターは緑色に塗られた。',
    ],
    2,
  )
  expect(chosen).toEqual(['1: 港のクレーンは四十トンを持ち上げる。', '1: 港のクレーンは神戸で造られた。'])
})

test('rows of tables, scraps and what has no sentence give nothing', () => {
  expect(textsOf(['Name\tAge\nHanako\t31\nTaro\t44', 'Yes.'], 3)).toEqual([])
  expect(textsOf([], 3)).toEqual([])
})

test('a book is read in reasonable time', () => {
  const book = Array.from({ length: 20_000 }, (_, index) => `Chapter ${index % 97} tells of the crane ${index}.`).join(
    ' ',
  )
  expect(textsOf([book], 5)).toHaveLength(5)
})

test('files of which nothing can be quoted are no summary', () => {
  const text = composeSummary([{ file_id: 1, file_name: 'silence.wav', pages: [] }], 'en').pieces.join('')
  expect(text).toContain('**silence.wav**\n\nThis file has no text that could be quoted.')
  expect(text).not.toContain('sentences that say most')
  expect(text).not.toContain('Quoted from your files')
})

test('a file that is a table tells its columns and first rows, and who answers questions about the others', () => {
  const rows = Array.from({ length: 9 }, (_, index) => `A-${index}\t\t${index}0.00`)
  const pages = [{ page: 1, text: ['Article\tProduct\tPrice', ...rows].join('\n') }]
  const { pieces, references } = composeSummary([{ file_id: 1, file_name: 'prices.csv', pages }], 'en')
  const text = pieces.join('')
  expect(text).toContain('**prices.csv**\n\nA table with the columns Article · Product · Price. Its first rows:')
  expect(text).toContain('A-2')
  expect(text).not.toContain('A-3')
  expect(text).toContain('Data analysis answers questions about all rows')
  expect(text).not.toContain('sentences that say most')
  expect(references).toMatchObject([{ name: 'prices.csv' }])
})
