import { datesIn } from '~/provider/builtin/facts/dates.ts'
import { kanjiNumber } from '~/provider/builtin/kanji-number.ts'

/** Which way a limit points: `at most` and `at least` take the value itself in. */
export type Bound = 'at most' | 'below' | 'at least' | 'above'

/**
 * A number with its unit, and the limit that it is named as, if it is. Weeks are days; no other units are converted. A day of the
 * calendar is a number too: of the unit `date`, counted from 1970.
 */
export interface Quantity {
  value: number
  unit: string
  bound: Bound | undefined
  /** Where it stands in the text, with the words that make it a limit. */
  start: number
  end: number
}

const units: { unit: string; words: string; factor?: number }[] = [
  { unit: 'business day', words: String.raw`(?:business|working) days?\b|営業日` },
  { unit: 'day', words: String.raw`(?:calendar )?days?\b|日間|日(?=以内|以上|以下|未満|を?超|まで)` },
  { unit: 'day', words: String.raw`weeks?\b|週間?`, factor: 7 },
  { unit: 'month', words: String.raw`months?\b|[かヶカケ箇ヵ]月` },
  { unit: 'year', words: String.raw`years?\b|年間|年(?=以内|以上|以下|未満|を?超)` },
  { unit: 'hour', words: String.raw`hours?\b|時間` },
  { unit: 'minute', words: String.raw`minutes?\b|分間|分(?=以内|以上|以下|未満|を?超)` },
  { unit: 'percent', words: String.raw`%|percent\b|パーセント` },
  { unit: 'character', words: String.raw`characters?\b|文字` },
  { unit: 'digit', words: String.raw`digits?\b|桁` },
  { unit: 'person', words: String.raw`people\b|persons?\b|名|人` },
  { unit: 'time', words: String.raw`times\b|回` },
  { unit: 'page', words: String.raw`pages?\b|ページ|頁` },
  { unit: 'JPY', words: String.raw`円|yen\b|JPY\b` },
  { unit: 'USD', words: String.raw`dollars?\b|USD\b|ドル` },
  { unit: 'GBP', words: String.raw`pounds?\b|GBP\b|ポンド` },
  { unit: 'EUR', words: String.raw`euros?\b|EUR\b|ユーロ` },
]
const signs: Record<string, string> = { '¥': 'JPY', $: 'USD', '€': 'EUR', '£': 'GBP' }
const scales: Record<string, number> = { thousand: 1e3, million: 1e6, billion: 1e9, 千: 1e3, 万: 1e4, 億: 1e8 }
const numerals = 'one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen'.split(' ')
const tens: Record<string, number> = { twenty: 20, thirty: 30, forty: 40, fifty: 50, sixty: 60, ninety: 90 }

const figures = String.raw`\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+(?:\.\d+)?`
const english = String.raw`\b(?:${[...numerals, ...Object.keys(tens)].join('|')})(?=[ -])`
const kanji = '[〇一二三四五六七八九十百千]+'
const quantity = new RegExp(
  String.raw`(?<![\d.,月/:-])([¥$€£]) ?(${figures})( ?(?:thousand|million|billion)\b|[千万億])?` +
    String.raw`|(?<![\d.,月/:¥$€£-])(${figures}|${english}|${kanji})\)?( ?(?:thousand|million|billion)\b|[千万億])?[ -]?(?:${units
      .map(({ words }) => `(${words})`)
      .join('|')})`,
  'giu',
)

/** Words right before a quantity that make it a limit; those that turn another around come first. */
const before: [RegExp, Bound][] = [
  [/(?:\b(?:not|never|no) (?:be )?(?:exceed(?:ing)?|more than|over|longer than|greater than|later than))$/i, 'at most'],
  [/(?:\b(?:not|never|no) (?:be )?(?:less|fewer|shorter) than)$/i, 'at least'],
  [/\b(?:within|at most|up to|(?:a )?maximum(?: of)?|max\.?|at the latest)$/i, 'at most'],
  [/\b(?:at least|(?:a )?minimum(?: of)?|min\.?)$/i, 'at least'],
  [/\b(?:less|fewer|shorter) than$|\b(?:under|below)$/i, 'below'],
  [/\b(?:more|longer|greater) than$|\b(?:over|above|exceed(?:s|ing)?)$/i, 'above'],
  [/(?:最大|最長|最多|上限)[はを:で]?$/, 'at most'],
  [/(?:最低|最短|最小|最少|下限)[はを:で]?$/, 'at least'],
]
const after: [RegExp, Bound][] = [
  [/^を?(?:超え|上回ら|上回っ)(?:ない|て(?:は)?(?:なら|いけ)ない)/, 'at most'],
  [/^を?(?:下回ら|下回っ)(?:ない|て(?:は)?(?:なら|いけ)ない)/, 'at least'],
  [/^(?:以内|以下|まで)/, 'at most'],
  [/^以上/, 'at least'],
  [/^(?:未満|を?下回る)/, 'below'],
  [/^(?:を?超(?:える|過)?|を?上回る|より多い)/, 'above'],
  [/^ (?:or|and) (?:less|fewer|earlier|under|shorter)\b|^ (?:at most|at the latest|maximum)\b/i, 'at most'],
  [/^ (?:or|and) (?:more|longer|over)\b|^ (?:at least|minimum)\b/i, 'at least'],
]

/** The words around a date that make it a limit. */
const beforeDate: [RegExp, Bound][] = [
  [/\b(?:no later than|not later than|on or before|until|till|by)$/i, 'at most'],
  [/\b(?:no earlier than|not earlier than|not before|on or after|from|since|as of|starting(?: on)?)$/i, 'at least'],
  [/\b(?:before|prior to|earlier than)$/i, 'below'],
  [/\b(?:after|later than)$/i, 'above'],
]
const afterDate: [RegExp, Bound][] = [
  [/^(?:以前|まで|迄)/, 'at most'],
  [/^(?:以降|以後|から)/, 'at least'],
  [/^(?:より)?前/, 'below'],
  [/^(?:より|の)?後/, 'above'],
  [/^ or (?:earlier|before)\b/i, 'at most'],
  [/^ or (?:later|after)\b/i, 'at least'],
]

/** The quantities of a text, in its order; times of the day are none. */
export function quantitiesIn(source: string): Quantity[] {
  const text = source.normalize('NFKC')
  const dates = dateQuantities(text)
  const numbers = numberQuantities(text).filter(
    (one) => !dates.some((date) => one.start < date.end && date.start < one.end),
  )
  return [...dates, ...numbers].toSorted((one, other) => one.start - other.start)
}

function dateQuantities(text: string): Quantity[] {
  let from = 0
  return datesIn(text).map(({ text: written, iso }) => {
    const start = text.indexOf(written, from)
    from = start + written.length
    return {
      value: Date.parse(iso) / dayLength,
      unit: 'date',
      ...limitOf(text, { start, end: from }, { before: beforeDate, after: afterDate }),
    }
  })
}

const dayLength = 24 * 60 * 60 * 1000

function numberQuantities(text: string): Quantity[] {
  return [...text.matchAll(quantity)].flatMap((match) => {
    const [found, sign, signed, signScale, number, scale, ...unitWords] = match
    const place = unitWords.slice(0, units.length).findIndex((words) => words !== undefined)
    const value = sign ? numberOf(signed!, signScale) : numberOf(number!, scale) * (units[place]!.factor ?? 1)
    if (Number.isNaN(value)) return []
    const unit = sign ? signs[sign]! : units[place]!.unit
    const at = { start: match.index, end: match.index + found.length }
    return [{ value, unit, ...limitOf(text, at, { before, after }) }]
  })
}

type Place = Pick<Quantity, 'start' | 'end'>
type Limits = Record<'before' | 'after', [RegExp, Bound][]>

function limitOf(text: string, { start, end }: Place, { before, after }: Limits): Place & Pick<Quantity, 'bound'> {
  // 'within thirty (30) days' and 'within a period of 30 days' name their limit a little before.
  const lead = text
    .slice(Math.max(0, start - 60), start)
    .replace(/(?:\s+(?:a|the) (?:period|term|total) of)?\s*(?:\b[a-z-]+\s*\()?$/i, (filler, at: number) =>
      at === 0 ? filler : '',
    )
    .trimEnd()
  const rest = text.slice(end, end + 30)
  const behind = after.find(([form]) => form.test(rest))
  if (behind) return { bound: behind[1], start, end: end + behind[0].exec(rest)![0].length }
  const ahead = before.find(([form]) => form.test(lead))
  if (!ahead) return { bound: undefined, start, end }
  const begins = Math.max(0, start - 60) + lead.length - ahead[0].exec(lead)![0].length
  return { bound: ahead[1], start: begins, end }
}

function numberOf(written: string, scale = ''): number {
  return plainNumber(written.toLowerCase()) * (scales[scale.trim().toLowerCase()] ?? 1)
}

function plainNumber(written: string): number {
  if (/^\d/.test(written)) return Number(written.replaceAll(',', ''))
  if (written in tens) return tens[written]!
  if (numerals.includes(written)) return numerals.indexOf(written) + 1
  return kanjiNumber(written)
}
