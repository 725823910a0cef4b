import { expect, test } from 'vitest'
import { type Write, pageOf } from './pdf-page.ts'
import { textOf } from './read.ts'

const read = async (draw: (write: Write) => void) => (await textOf(await pageOf(draw), 'a.pdf')).split('\n')

/** Writes lines below each other. */
const down = (write: Write, lines: string[], x: number, y = 500) =>
  lines.forEach((line, index) => line !== '' && write(line, x, y - index * 12))

const herons = [
  'Herons stand in shallow water for',
  'hours and hardly move at all until',
  'a fish comes near enough. Then the',
  'long neck shoots forward, and what',
  'swam there a moment ago is gone',
  'before the rings reach the reeds.',
]
const otters = [
  'Otters sleep through the day in a',
  'burrow of the bank, whose entrance',
  'lies below the water. At dusk they',
  'come out and follow the fish along',
  'the river, several miles in a night',
  'and back again before the morning.',
]

test('Columns of prose that are drawn line by line across the page are read one after the other', async () => {
  const lines = await read((write) => {
    write('Two animals of the river that feed on the same fish and hardly ever meet each other', 40, 530)
    herons.forEach((line, index) => {
      write(line, 40, 500 - index * 12)
      write(otters[index]!, 225, 500 - index * 12)
    })
  })
  expect(lines.slice(1)).toEqual([herons.join(' '), otters.join(' ')])
})

test('So are columns whose lines do not stand beside each other', async () => {
  const lines = await read((write) => {
    herons.forEach((line, index) => {
      write(line, 40, 500 - index * 12)
      write(otters[index]!, 225, 494 - index * 12)
    })
  })
  expect(lines).toEqual([herons.join(' '), otters.join(' ')])
})

test('The rows of a table that is drawn column by column are put together, empty cells among them', async () => {
  const lines = await read((write) => {
    write('Stock at the end of March', 40, 520)
    down(write, ['Part', 'Pump', 'Valve', 'Gasket'], 40)
    down(write, ['Shelf', 'A 12', '', 'C 3'], 140)
    down(write, ['Pieces', '120', '45', '9,800'], 200)
    write('Counted by the night shift.', 40, 440)
  })
  expect(lines).toEqual([
    'Stock at the end of March',
    'Part\tShelf\tPieces',
    'Pump\tA 12\t120',
    'Valve\t\t45',
    'Gasket\tC 3\t9,800',
    'Counted by the night shift.',
  ])
})

test('A table of words alone is put together where no cell is empty', async () => {
  const lines = await read((write) => {
    down(write, ['Name', 'Hanako Sato', 'Liam Walsh'], 40)
    down(write, ['Task', 'Writes the minutes of the board', 'Checks what the auditors asked for'], 140)
  })
  expect(lines.slice(1)).toEqual([
    'Hanako Sato\tWrites the minutes of the board',
    'Liam Walsh\tChecks what the auditors asked for',
  ])
})

/** Writes the cells of rows one after the other, each with its lines below each other from a height of the row. */
function cellByCell(write: Write, rows: string[][][], middle: boolean): number {
  let top = 500
  for (const cells of rows) {
    const most = Math.max(...cells.map(({ length }) => length))
    for (const [column, lines] of cells.entries()) {
      const start = middle ? top - ((most - lines.length) * 12) / 2 : top
      lines.forEach((line, index) => write(line, [40, 120, 290][column]!, start - index * 12))
    }
    top -= most * 12 + 6
  }
  return top
}

test.each([
  ['at the top', false],
  ['in the middle', true],
])(
  'A table whose cells are wrapped and drawn one by one, their words %s, keeps its rows and empty cells',
  async (_, middle) => {
    const rows = [
      [['Item'], ['Rule'], ['Who decides']],
      [
        ['Train'],
        ['Second class; first class where a', 'journey takes more than four', 'hours in one direction'],
        ['Line manager'],
      ],
      [['Hotel room in', 'a large town'], ['Up to 120 euros a night'], []],
      [['Taxi'], [], ['Head of the', 'department']],
    ]
    const lines = await read((write) => {
      write('The rules of travel for all members of staff are in the table below', 40, 530)
      write('Receipts are handed in within a month.', 40, cellByCell(write, rows, middle) - 12)
    })
    expect(lines.slice(1)).toEqual([
      'Item\tRule\tWho decides',
      'Train\tSecond class; first class where a journey takes more than four hours in one direction\tLine manager',
      'Hotel room in a large town\tUp to 120 euros a night',
      'Taxi\t\tHead of the department',
      'Receipts are handed in within a month.',
    ])
  },
)

test('Columns of prose that are drawn one after the other, twice on a page, are no table', async () => {
  const lines = await read((write) => {
    down(write, herons, 40)
    down(write, otters, 225)
    down(write, otters, 40, 380)
    down(write, herons, 225, 380)
  })
  expect(lines).toEqual([herons, otters, otters, herons].map((column) => column.join(' ')))
})

test('A list in columns stays in the order of its columns, and so does prose', async () => {
  const [one, two] = [
    ['Acorn', 'Alder', 'Aspen', 'Beech'],
    ['Birch', 'Cedar', 'Elder', 'Larch'],
  ]
  const list = await read((write) => {
    down(write, one, 40)
    down(write, two, 140)
  })
  expect(list.join(' ')).toBe([...one, ...two].join(' '))
  const prose = await read((write) => {
    down(write, herons, 40)
    down(write, otters, 225)
  })
  expect(prose).toEqual([herons.join(' '), otters.join(' ')])
})

test('A table that is drawn row by row keeps its rows, however wide its cells are', async () => {
  const rows = [
    ['Annual leave of the first year', 'twenty days, of which ten at once'],
    ['Parental leave', 'sixteen weeks'],
    ['Sick leave without a certificate', 'three days'],
    ['Moving house', 'one day'],
    ['Wedding', 'two days, within half a year'],
    ['Voluntary work for a charity', 'five days with half of the pay'],
  ]
  const lines = await read((write) => {
    rows.forEach((cells, index) => cells.forEach((cell, column) => write(cell, 40 + column * 185, 500 - index * 12)))
  })
  expect(lines).toEqual(rows.map((cells) => cells.join('\t')))
})

test('A paragraph in a column is one, though something as wide as the page stands on it too', async () => {
  const lines = await read((write) => {
    write(
      'Figure 1. What herons and otters eat in a year, in kilograms, as counted by the wardens of the reserve',
      20,
      540,
    )
    down(write, herons, 40)
    down(write, otters, 225)
  })
  expect(lines.slice(1)).toEqual([herons.join(' '), otters.join(' ')])
})
