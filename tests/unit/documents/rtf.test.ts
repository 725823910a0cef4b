import { expect, test } from 'vitest'
import { detectMimeType } from '~/provider/documents/mime.ts'
import { bytesOf } from './fixtures.ts'
import { outcomeOf, read, textOf } from './read.ts'

const english = String.raw`{\rtf1\ansi\ansicpg1252\deff0{\fonttbl{\f0\fswiss\fcharset0 Arial;}{\f1\fnil\fcharset2 Symbol;}}
{\colortbl;\red0\green0\blue0;}{\stylesheet{\s0 Normal;}}{\info{\title A secret title}}{\*\generator Writer 9;}
\pard\plain\f0\fs24 The caf\'e9 opens at {\b 9:00}\~daily.\par
It\rquote s \u8364?5, or \u-10179?\u-8704? for friends.\par
{\field{\*\fldinst HYPERLINK "https://example.com"}{\fldrslt our page}}{\deleted old words}\par}`

test('Rich Text is read as it looks, without fonts, styles, codes of fields and deleted words', async () => {
  expect(detectMimeType(bytesOf(english), 'a.doc')).toBe('application/rtf')
  expect(await textOf(english, 'menu.doc')).toBe('The café opens at 9:00 daily.\nIt’s €5, or 😀 for friends.\nour page')
})

test('Japanese Rich Text is read in the encoding of its fonts, of its code page, and in Unicode', async () => {
  // 就業規則 in Shift_JIS, 議事録 in a font of Shift_JIS, 会議 in Unicode with its substitutes.
  const japanese = String.raw`{\rtf1\ansi\ansicpg932\deff0{\fonttbl{\f0\fnil Terminal;}{\f1\fnil\fcharset128 MS Mincho;}{\f2\fnil\fcharset0 Times;}}
\pard\f0 \'8f\'41\'8b\'c6\'8bK\'91\'a5\par {\f1\'8b\'63\'8e\'96\'98\'5e}\par {\f2\uc2\u20250\'89\'ef\u-29840\'8b\'63}\par}`
  expect(await textOf(japanese, 'a.rtf')).toBe('就業規則\n議事録\n会議')
})

test.each([
  [134, '员工', String.raw`\'d4\'b1\'b9\'a4`],
  [136, '員工', String.raw`\'ad\'fb\'a4\'75`],
  [129, '직원', String.raw`\'c1\'f7\'bf\'f8`],
  [204, 'Товар', String.raw`\'d2\'ee\'e2\'e0\'f0`],
])('A font of the character set %i is read as %s', async (charset, text, bytes) => {
  const source = String.raw`{\rtf1\ansi\ansicpg1252{\fonttbl{\f0\fcharset0 A;}{\f5\fcharset${charset} B;}}\f5 ${bytes}\par}`
  expect(await textOf(source, 'a.rtf')).toBe(text)
})

test('A table of Rich Text is rows, a page break starts a page, and notes and headers stand on the page where they are', async () => {
  const source = String.raw`{\rtf1\ansi{\header\pard Acme handbook\par}
\trowd\cellx100\cellx200\pard\intbl Item\cell Price\cell\row
\trowd\cellx100\cellx200\pard\intbl Pump\par small\cell 120\cell\row
\pard Water boils{\footnote\pard\plain{\super\chftn} At sea level.} at 100 degrees.\par
\page Second page{\*\annotation Check this} here.\sect\sectd\sbknone Same page.\par}`
  expect(await read(source, 'a.rtf')).toEqual([
    {
      page: 1,
      text: 'Item\tPrice\nPump small\t120\nWater boils at 100 degrees.\n\nAcme handbook\nAt sea level.',
    },
    { page: 2, text: 'Second page here.\nSame page.\n\nCheck this' },
  ])
})

test('Text boxes of Rich Text follow the paragraph where they are, each once', async () => {
  const source = String.raw`{\rtf1\ansi Water {\shp{\*\shpinst\shpleft0{\sp{\sn fHidden}{\sv 0}}{\shptxt\pard Inside\par the box\par}}{\shprslt{\*\do\dobxpage{\dptxbx{\dptxbxtext\pard Inside the box\par}}}}}boils.\par
Old {\*\do\dobxpage\dptxbx{\dptxbxtext\pard An older box\par}}drawing{\footnote\pard A note.\par}.\par
\trowd\pard\intbl Cell {\shp{\*\shpinst{\shptxt In a cell\par}}}\cell B\cell\row
\pard Last {\shp{\*\shpinst{\shptxt At the end}}}}`
  expect(await textOf(source, 'a.rtf')).toBe(
    'Water boils.\nInside\nthe box\nOld drawing.\nAn older box\nCell\tB\nIn a cell\nLast\nAt the end\n\nA note.',
  )
})

test('Forms and symbols of Rich Text are read as what they show', async () => {
  const field = (kind: string, result = '') =>
    String.raw`{\field{\*\fldinst FORM {\*\formfield{${kind}}}}{\fldrslt ${result}}}`
  const source = String.raw`{\rtf1\ansi{\fonttbl{\f0\fcharset0 Arial;}{\f1\fnil\fcharset2{\*\panose 05}Wingdings;}{\f2\fcharset2 Symbol;}}\pard\f0
${field('\\fftype1\\ffres25\\ffdefres0')} Express\par
${field('\\fftype1\\ffres25\\ffdefres1')} Insured\par
${field('\\fftype1\\ffres0\\ffdefres1')} Registered\par
Size: ${field("\\fftype2\\ffhaslistbox1\\ffres1{\\*\\ffl S}{\\*\\ffl \\u20013\\'3f}{\\*\\ffl L}")}\par
Name: ${field('\\fftype0{\\*\\ffdeftext x}', 'Sato')}\par
{\deleted gone ${field('\\fftype1\\ffres1')}}{\f1\'a8} 25 {\f2\'b1} 2{\f2\u-3920?}C {\f1\u-3842?J}\par}`
  expect(await textOf(source, 'a.rtf')).toBe('☐ Express\n☑ Insured\n☐ Registered\nSize: 中\nName: Sato\n☐ 25 ± 2°C ☑')
})

test('Pictures and binary data of Rich Text are passed over', async () => {
  const source = bytesOf(
    String.raw`{\rtf1 Before {\pict\pngblip 89504e47}{\object{\*\objdata 0105}{\result shown}} \bin4 }}{{after\par}`,
  )
  expect(await textOf(source, 'a.rtf')).toBe('Before shown after')
})

test.each([
  ['groups without end', `{\\rtf1${'{'.repeat(2_000)}x`, 'damaged'],
  ['words without end', `{\\rtf1 ${'\\a'.repeat(200_000)}`, 'no_text'],
  ['binary data that is longer than the file', '{\\rtf1 x\\bin2147483647 y', 'read'],
  ['pages without end', `{\\rtf1 ${'x\\page '.repeat(6_000)}}`, 'too_large'],
  ['more ends than groups', '{\\rtf1 x}}}}}}', 'read'],
  ['nothing in it', '{\\rtf1}', 'no_text'],
])('Rich Text with %s ends named', async (_, source, outcome) => {
  expect(await outcomeOf(source, 'a.rtf')).toBe(outcome)
})

test('Rich Text cut off anywhere is still read, and never hangs', async () => {
  for (let length = 60; length < english.length; length += 37) {
    expect(['read', 'no_text']).toContain(await outcomeOf(english.slice(0, length), 'a.rtf'))
  }
})
