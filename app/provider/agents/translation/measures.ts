import type { TextLanguage } from './languages.ts'

/** How a quantity is written, and what it is in another language. */
interface Measure {
  /** Sticky. */
  pattern: RegExp
  says: (match: RegExpExecArray) => string
}

const number = '(\\d+(?:,\\d{3})*(?:\\.\\d+)?)'

/** Units that English spells out: the Japanese ones, the first of which is written, then one and many. */
const units: [japanese: string[], one: string, many: string][] = [
  [['時間'], 'hour', 'hours'],
  [['分', '分間'], 'minute', 'minutes'],
  [['秒', '秒間'], 'second', 'seconds'],
  [['日間'], 'day', 'days'],
  [['週間'], 'week', 'weeks'],
  [['か月', 'ヶ月', 'カ月', 'ヵ月', 'ケ月', 'か月間', 'ヶ月間'], 'month', 'months'],
  [['年間'], 'year', 'years'],
  [['名', '人'], 'person', 'people'],
  [['個'], 'piece', 'pieces'],
  [['枚'], 'sheet', 'sheets'],
  [['台'], 'unit', 'units'],
  [['冊', '部'], 'copy', 'copies'],
  [['回'], 'time', 'times'],
  [['ページ', '頁'], 'page', 'pages'],
]

/** Signs of units are the same everywhere. */
const symbols: Measure = {
  pattern: new RegExp(
    `${number} ?(kg|g|mg|km|cm|mm|m|m2|m3|ha|L|mL|t|kW|kWh|W|V|A|Hz|GB|MB|KB|TB|h|min|s|°C|℃|%)`,
    'y',
  ),
  says: ([, figures, unit]) => (unit === '%' || unit === '℃' ? `${figures}${unit}` : `${figures} ${unit}`),
}

const months = Array.from({ length: 12 }, (_, month) =>
  new Intl.DateTimeFormat('en', { month: 'long', timeZone: 'UTC' }).format(Date.UTC(2000, month)),
)

const intoEnglish: Measure[] = [
  ...units.map(([japanese, one, many]): Measure => ({
    pattern: new RegExp(`${number} ?(?:${japanese.toSorted((a, b) => b.length - a.length).join('|')})`, 'y'),
    says: ([, figures]) => `${figures} ${figures === '1' ? one : many}`,
  })),
  { pattern: /(\d{4})年度/y, says: ([, year]) => `fiscal year ${year}` },
  {
    pattern: /(\d{4})年(1[0-2]|0?[1-9])月/y,
    says: ([, year, month]) => `${months[Number(month) - 1]} ${year}`,
  },
  {
    pattern: /(1[0-2]|0?[1-9])月(3[01]|[12]\d|0?[1-9])日/y,
    says: ([, month, day]) => `${months[Number(month) - 1]} ${Number(day)}`,
  },
  { pattern: /(\d{4})年/y, says: ([, year]) => year! },
  { pattern: /(1[0-2]|0?[1-9])月/y, says: ([, month]) => months[Number(month) - 1]! },
  {
    pattern: /(2[0-3]|1\d|0?\d)時(?:([0-5]?\d)分)?/y,
    says: ([, hour, minute = '']) => `${hour}:${minute.padStart(2, '0')}`,
  },
]

const intoJapanese: Measure[] = [
  ...units.map(([[japanese], one, many]): Measure => ({
    pattern: new RegExp(`${number} (?:${many}|${one})`, 'iy'),
    says: ([, figures]) => `${figures}${japanese}`,
  })),
  {
    pattern: new RegExp(`(${months.join('|')}) (\\d{4})`, 'iy'),
    says: ([, month, year]) => `${year}年${monthNumber(month!)}月`,
  },
]

const monthNumber = (name: string) => months.findIndex((month) => month.toLowerCase() === name.toLowerCase()) + 1

/** What can be said of quantities in a language without understanding what they are quantities of. */
export const measures = (to: TextLanguage): Measure[] => [
  ...(to === 'en' ? intoEnglish : to === 'ja' ? intoJapanese : []),
  symbols,
]
