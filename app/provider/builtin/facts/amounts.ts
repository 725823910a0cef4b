/** A sum of money as a text has it, with its value and currency (ISO 4217). */
export interface FoundAmount {
  text: string
  value: number
  currency: string
}

const number = '(\\d{1,3}(?:,\\d{3})+(?:\\.\\d+)?|\\d+(?:\\.\\d+)?)'
const scaleName = '( ?(?:thousand|million|billion)| ?(?:百万|[千万億兆]))?'

const scales: Record<string, number> = {
  thousand: 1e3,
  million: 1e6,
  billion: 1e9,
  千: 1e3,
  百万: 1e6,
  万: 1e4,
  億: 1e8,
  兆: 1e12,
}

const signs: Record<string, string> = { '¥': 'JPY', $: 'USD', '€': 'EUR', '£': 'GBP' }

const names: Record<string, string> = {
  円: 'JPY',
  yen: 'JPY',
  jpy: 'JPY',
  ドル: 'USD',
  dollar: 'USD',
  dollars: 'USD',
  usd: 'USD',
  ユーロ: 'EUR',
  euro: 'EUR',
  euros: 'EUR',
  eur: 'EUR',
  ポンド: 'GBP',
  gbp: 'GBP',
}

const behindSign = new RegExp(`([¥$€£]) ?${number}${scaleName}`, 'gi')
const beforeName = new RegExp(
  `(?<![¥$€£\\d.,])${number}${scaleName} ?(円|yen\\b|jpy\\b|ドル|dollars?\\b|usd\\b|ユーロ|euros?\\b|eur\\b|ポンド|gbp\\b)`,
  'gi',
)

/** The sums of money of a text, in its order. */
export function amountsIn(text: string): FoundAmount[] {
  const plain = text.normalize('NFKC')
  const signed = [...plain.matchAll(behindSign)].map(({ 0: found, 1: sign, 2: figures, 3: scale, index }) => ({
    index,
    text: found,
    value: valueOf(figures!, scale),
    currency: signs[sign!]!,
  }))
  const named = [...plain.matchAll(beforeName)].map(({ 0: found, 1: figures, 2: scale, 3: name, index }) => ({
    index,
    text: found,
    value: valueOf(figures!, scale),
    currency: names[name!.toLowerCase()]!,
  }))
  return [...signed, ...named]
    .toSorted((a, b) => a.index - b.index)
    .map(({ text: found, value, currency }) => ({ text: found.trim(), value, currency }))
}

const valueOf = (figures: string, scale = '') =>
  Number((Number(figures.replaceAll(',', '')) * (scales[scale.trim().toLowerCase()] ?? 1)).toPrecision(15))
