/** The highest number that is written in another way than in digits; no list has more. */
const maxWritten = 9_999

/** Numbers as words write them, by the names of Office (ECMA-376, part 1, 17.18.59). What is not among them is written in digits. */
const formats: Record<string, (number: number) => string> = {
  none: () => '',
  decimalZero: (number) => String(number).padStart(2, '0'),
  upperLetter: (number) => repeated(number, 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'),
  lowerLetter: (number) => repeated(number, 'abcdefghijklmnopqrstuvwxyz'),
  upperRoman: roman,
  lowerRoman: (number) => roman(number).toLowerCase(),
  ordinal,
  decimalFullWidth: fullWidth,
  decimalFullWidth2: fullWidth,
  decimalEnclosedCircle: circled,
  decimalEnclosedCircleChinese: circled,
  aiueo: (number) => repeated(number, katakana),
  aiueoFullWidth: (number) => repeated(number, katakana),
  iroha: (number) => repeated(number, iroha),
  irohaFullWidth: (number) => repeated(number, iroha),
  ideographTraditional: (number) => repeated(number, '甲乙丙丁戊己庚辛壬癸'),
  ideographZodiac: (number) => repeated(number, '子丑寅卯辰巳午未申酉戌亥'),
  ideographDigital: digitByDigit,
  japaneseDigitalTenThousand: digitByDigit,
  japaneseCounting: counted,
  chineseCounting: counted,
  chineseCountingThousand: counted,
  taiwaneseCounting: counted,
  taiwaneseCountingThousand: counted,
}

/** A number of a list in a format of Office's. */
export function formatNumber(number: number, format: string): string {
  const write = Object.hasOwn(formats, format) ? formats[format] : undefined
  return write && number > 0 && number <= maxWritten ? write(number) : format === 'none' ? '' : String(number)
}

const katakana = 'アイウエオカキクケコサシスセソタチツテトナニヌネノハヒフヘホマミムメモヤユヨラリルレロワヲン'
const iroha = 'イロハニホヘトチリヌルヲワカヨタレソツネナラムウヰノオクヤマケフコエテアサキユメミシヱヒモセス'
const kanji = '〇一二三四五六七八九'

/** After Z comes AA, then BB; after ZZ, AAA. */
function repeated(number: number, letters: string): string {
  return letters[(number - 1) % letters.length]!.repeat(Math.ceil(number / letters.length))
}

const romans = Object.entries({
  M: 1000,
  CM: 900,
  D: 500,
  CD: 400,
  C: 100,
  XC: 90,
  L: 50,
  XL: 40,
  X: 10,
  IX: 9,
  V: 5,
  IV: 4,
  I: 1,
})

function roman(number: number): string {
  let rest = number
  return romans.reduce((text, [sign, value]) => {
    const times = Math.floor(rest / value)
    rest -= times * value
    return text + sign.repeat(times)
  }, '')
}

const endings: Record<string, string> = { one: 'st', two: 'nd', few: 'rd' }
const ordinals = new Intl.PluralRules('en', { type: 'ordinal' })

function ordinal(number: number): string {
  return `${number}${endings[ordinals.select(number)] ?? 'th'}`
}

function fullWidth(number: number): string {
  return String(number).replace(/\d/g, (digit) => String.fromCharCode(digit.charCodeAt(0) + 0xfee0))
}

function circled(number: number): string {
  return number <= 20 ? String.fromCharCode(0x245f + number) : String(number)
}

function digitByDigit(number: number): string {
  return String(number).replace(/\d/g, (digit) => kanji[Number(digit)]!)
}

/** 十一, 二百三. */
function counted(number: number): string {
  const digits = [...String(number)]
  return digits
    .map((digit, index) => {
      const unit = ['', '十', '百', '千'][digits.length - 1 - index]!
      if (digit === '0') return ''
      return digit === '1' && unit !== '' ? unit : kanji[Number(digit)]! + unit
    })
    .join('')
}
