import { describe, expect, test } from 'vitest'
import type { Text } from '~/provider/builtin/compose-summary.ts'
import { composeTopic } from '~/provider/builtin/compose-topic.ts'

const file = (file_id: number, file_name: string, ...pages: string[]): Text => ({
  file_id,
  file_name,
  pages: pages.map((text, index) => ({ page: index + 1, text })),
})

const told = (topic: string, texts: Text[], language: 'en' | 'ja' = 'en') => {
  const { pieces, references } = composeTopic(topic, texts, language)
  return { text: pieces.join(''), references }
}

const north = file(
  1,
  'north.pdf',
  'Delivery\nThe racks arrive within four weeks of the order. The North works were founded in 1962.',
  'Prices\nA rack costs 900 euros. We deliver free of charge to the ground floor. The canteen serves curry on Fridays.',
)
const south = file(
  2,
  'south.pdf',
  'Our racks are blue.\nDelivery takes six weeks and costs 80 euros. Bicycles are parked outside.',
)

describe('a topic is quoted from each file, in the order of the files and their pages, with its sources', () => {
  test('by its word, another form or another word of it, and by the heading above', () => {
    const { text, references } = told('delivery', [north, south])
    expect(text).toContain('What your files say about “delivery”:')
    const quotations = text.match(/^(?:\*\*|- ).*/gm)
    expect(quotations).toEqual([
      '**north.pdf**',
      '- The racks arrive within four weeks of the order. [:&1]',
      '- The North works were founded in 1962. [:&1]',
      '- We deliver free of charge to the ground floor. [:&2]',
      '**south.pdf**',
      '- Delivery takes six weeks and costs 80 euros. [:&3]',
    ])
    expect(references.map(({ file_id, page_number }) => [file_id, page_number])).toEqual([
      [1, 1],
      [1, 2],
      [2, 1],
    ])
    expect(text).toContain('No language model is configured')
  })

  test('in Japanese', () => {
    const { text } = told(
      '支払い',
      [file(1, '契約.pdf', '支払条件は月末締めとする。食堂は金曜日にカレーを出す。')],
      'ja',
    )
    expect(text).toContain('「支払い」について、ファイルには次のように書かれています。')
    expect(text).toContain('- 支払条件は月末締めとする。 [:&1]')
    expect(text).not.toContain('食堂')
    expect(told('価格', [file(1, '表.txt', '価格は千円。')], 'ja').text).toContain('- 価格は千円。 [:&1]')
  })

  test('with the rows of tables that have it', () => {
    const { text } = told('prices', [file(1, 'list.csv', 'Product\tPrice\nDesk\t120\nChair\t80')])
    expect(text).toContain('- Product: **Desk**, Price: **120** [:&1]')
  })

  test('with all that stands in its section, down to the next and over its pages, but not with the table of contents', () => {
    const { text } = told('security', [
      file(
        1,
        'rules.pdf',
        'Section\tSubject\tPage\n4\tSecurity\t2',
        '4 Security\n4.1 Access\nDoors are locked at night.\n5 Travel\nTrains are booked early.',
      ),
      file(
        2,
        '規程.pdf',
        '第2章 Security\n第3条 施錠\n扉は施錠する。',
        '窓も閉める。\n第3章 旅費\n第4条 列車\n列車は早く予約する。',
      ),
    ])
    expect(text.match(/^- .*/gm)).toEqual([
      '- Doors are locked at night. [:&1]',
      '- 扉は施錠する。 [:&2]',
      '- 窓も閉める。 [:&3]',
    ])
  })

  test('by other words only where the file does not name it, and says so', () => {
    const note = 'This file does not say “prices” in so many words'
    expect(told('prices', [south]).text).toContain('- Delivery takes six weeks and costs 80 euros. [:&1]')
    expect(told('prices', [south]).text).toContain(note)
    const named = told('prices', [file(3, 'west.pdf', 'The price is fixed. Charge the battery at night.')]).text
    expect(named).toContain('- The price is fixed. [:&1]')
    expect(named).not.toContain('battery')
    expect(named).not.toContain(note)
  })

  test('and says how many of the sentences it shows', () => {
    const many = Array.from({ length: 9 }, (_, index) => `Rule ${index} on the parking of bicycles.`).join(' ')
    expect(told('parking', [file(1, 'rules.pdf', many)]).text).toContain('*5 of 9 sentences that speak of it*')
  })
})

describe('what was not found is said', () => {
  test('of a file', () => {
    const { text } = told('prices', [north, file(3, 'east.pdf', 'We build bridges.'), file(4, 'scan.png')])
    expect(text).toContain('**east.pdf**\n\nNothing about it was found in this file.')
    expect(text).toContain('**scan.png**\n\nThis file has no text that could be quoted.')
  })

  test('of one of several topics', () => {
    const { text } = told('delivery and warranty', [north])
    expect(text).toContain('What your files say about “delivery”:')
    expect(text).toContain('I found nothing about “warranty” in your files.')
  })

  test('of all of it, with the headings that can be asked about and no summary', () => {
    const { text, references } = told('warranty', [north, south])
    expect(text).toContain('I found nothing about “warranty” in your files.')
    expect(text).toContain('**north.pdf**\n\nDelivery · Prices')
    expect(text).not.toContain('**south.pdf**')
    expect(text).not.toContain('racks')
    expect(references).toEqual([])
  })

  test('of files that have no text, by their names', () => {
    const { text } = told('prices', [file(4, 'scan.png')])
    expect(text).toContain('**scan.png**\n\nThis file has no text that could be quoted.')
    expect(text).not.toContain('Quoted from your files')
  })

  test('of a topic that only a part of is spoken of', () => {
    const { text } = told('delivery insurance', [south])
    expect(text).toContain('No sentence in your files speaks of “delivery insurance” as a whole.')
    expect(text).toContain('- Delivery takes six weeks')
    expect(text).not.toContain('What your files say about')
  })

  test('and in which language it was looked for, where a file is in the other', () => {
    const japanese = file(5, '規程.docx', '機密情報は施錠して保管する。持ち出しは禁止する。')
    expect(told('security', [japanese]).text).toContain('Looked for in English, as you asked')
    expect(told('価格', [north], 'ja').text).toContain('質問のとおり日本語の言葉で探しました。')
    expect(told('機密', [japanese], 'ja').text).not.toContain('探しました')
  })
})

test('The head of each page and what a topic says in Markdown are no headings and no Markdown', () => {
  const paged = file(
    6,
    'a.pdf',
    ...['One', 'Two', 'Three', 'Four'].map((name) => `ACME Inc\nWe plan.\n${name}\nIt is so.`),
  )
  const { text } = told('<b>x1</b>', [paged])
  expect(text).toContain('One · Two · Three · Four')
  expect(text).not.toContain('ACME')
  expect(text).toContain('\\<b\\>x1')
})

test('a book is searched in reasonable time', () => {
  const book = Array.from({ length: 20_000 }, (_, index) => `Chapter ${index % 97} tells of the crane ${index}.`).join(
    ' ',
  )
  const start = performance.now()
  expect(told('crane', [file(1, 'book.txt', book)]).text).toContain('5 of 20000')
  expect(performance.now() - start).toBeLessThan(5000)
})
