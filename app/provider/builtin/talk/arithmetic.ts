import { Fraction } from './fraction.ts'

/** A sum that was asked for, as it was understood, and its result; `exact` is false where the decimals do not end. */
export interface Calculation {
  expression: string
  result: string
  exact: boolean
}

const opening =
  /^(?:please |can you |could you )?(?:what(?:'s| is| are| does)|how much (?:is|are)|calculate|compute|work out|solve)\s+|^(?:計算して(?:ください)?|計算)\s*/
const closing =
  /(?:\s*(?:equals?|make|please|=|\?|。|は?いく[らつ](?:です|になります)?か?|は?(?:何|なん)(?:ですか|になりますか)?|を?計算して(?:ください)?|(?:の)?(?:答え|結果)は|と|です(?:か)?|になりますか|は|\.|!))+$/
/** Signs that mean the same, and words for them, in the order in which they are looked for. */
const words: [RegExp, string][] = [
  [/(?<=\d)\s*(?:yen|euros?|dollars?|pounds?|円|ドル|ユーロ|[€$¥£])|[€$¥£](?=\d)/g, ''],
  [/(?<=\d)\s*(?:percent|per cent|パーセント|パー)/g, '%'],
  [/(?<=\d)から(\d+(?:\.\d+)?%?)を?(?:引|ひ)(?:くと?|いたら|いて)/g, '-$1'],
  [/(?<=\d)に(\d+(?:\.\d+)?)を?(?:足すと?|たすと?|足したら|足して)/g, '+$1'],
  [/(?<=\d)に(\d+(?:\.\d+)?)を?(?:かけると?|掛けると?|掛けたら|かけたら)/g, '*$1'],
  [/(?<=\d)を(\d+(?:\.\d+)?)で(?:割ると?|わると?|割ったら)/g, '/$1'],
  [/\b(?:divided by|over)\b|割る|わる|÷/g, '/'],
  [/(?<=[%割])\s*(?:of\b|の(?=\d))|(?<=\d)の(?=[\d(])/g, '*'],
  [/\b(?:multiplied by|times)\b|かける|掛ける|×|✕|⋅|·|(?<=[\d)%]\s*)x(?=\s*[\d(])/g, '*'],
  [/\bplus\b|足す|たす|プラス/g, '+'],
  [/\bminus\b|引く|ひく|マイナス|[−–]/g, '-'],
  [/\bto the power of\b|\*\*/g, '^'],
]
/** Sums that are not computed here. */
const others =
  /\b(?:square root|cube root|root|squared|cubed|sin|cos|tan|log|ln|factorial|sqrt|mod|pi)\b(?: of)?|の?(?:平方根|立方根|[二三]乗|階乗)|√|π/g

/**
 * Computes plain arithmetic: numbers, + − × ÷, powers, percent and brackets, in signs or words of either language. `unknown` says
 * that a text is a sum and nothing else, but none that is computed here; undefined that it is no sum.
 */
export function calculate(text: string): Calculation | 'unknown' | undefined {
  if (text.length > 200) return undefined
  const asked = text.normalize('NFKC').toLowerCase().trim()
  const body = asked
    .replace(opening, '')
    .replace(closing, '')
    .replace(/,(?=\d{3}(?!\d))/g, '')
  // A date or a telephone number is no sum, unless it is asked as one.
  if (asked === body && /^\d+([-/]\d+)+$/.test(body)) return undefined
  const signs = words.reduce((rest, [word, sign]) => rest.replace(word, sign), body)
  const withoutOthers = signs.replace(others, '^')
  if (!/\d/.test(signs) || !/[-+*/^]/.test(withoutOthers)) return undefined
  if (!/^[\d\s.()%割^*/+-]+$/.test(withoutOthers)) return undefined
  if (withoutOthers !== signs) return 'unknown'
  try {
    return new Parser(signs).calculation()
  } catch {
    return 'unknown'
  }
}

/** Reads a sum by the usual precedence; throws for anything else, for a division by zero and for numbers out of bounds. */
class Parser {
  #tokens: string[]
  #place = 0

  constructor(text: string) {
    this.#tokens = text.match(/\d+(?:\.\d+)?|\.\d+|\S/g) ?? []
  }

  calculation(): Calculation {
    const value = this.#sum()
    if (this.#place < this.#tokens.length) throw new Error('no sum')
    const expression = this.#tokens.map(written).join('')
    return { expression: expression.replace(/(^|[(^]) ([−+]) /g, '$1$2').replace(/ {2,}/g, ' '), ...value.toDecimal() }
  }

  #take(...tokens: string[]): string | undefined {
    const token = this.#tokens[this.#place]
    if (token === undefined || !tokens.includes(token)) return undefined
    this.#place++
    return token
  }

  #sum(): Fraction {
    let value = this.#product()
    for (let sign = this.#take('+', '-'); sign; sign = this.#take('+', '-')) {
      const other = this.#product()
      value = sign === '+' ? value.plus(other) : value.minus(other)
    }
    return value
  }

  #product(): Fraction {
    let value = this.#power()
    for (let sign = this.#take('*', '/'); sign; sign = this.#take('*', '/')) {
      const other = this.#power()
      value = sign === '*' ? value.times(other) : value.dividedBy(other)
    }
    return value
  }

  #power(): Fraction {
    if (this.#take('-')) return Fraction.zero.minus(this.#power())
    const base = this.#percentage()
    return this.#take('^') ? base.toThe(this.#power()) : base
  }

  #percentage(): Fraction {
    let value = this.#number()
    for (let part = this.#take('%', '割'); part; part = this.#take('%', '割')) {
      value = value.dividedBy(part === '%' ? Fraction.hundred : Fraction.ten)
    }
    return value
  }

  #number(): Fraction {
    if (this.#take('(')) {
      const value = this.#sum()
      if (!this.#take(')')) throw new Error('no sum')
      return value
    }
    return Fraction.parse(this.#tokens[this.#place++] ?? '')
  }
}

const signs: Record<string, string> = { '*': ' × ', '/': ' ÷ ', '+': ' + ', '-': ' − ' }

const written = (token: string) => signs[token] ?? (/^\d/.test(token) ? grouped(token) : token)

const grouped = (number: string) => number.replace(/^\d+/, (whole) => whole.replace(/\B(?=(\d{3})+$)/g, ','))
