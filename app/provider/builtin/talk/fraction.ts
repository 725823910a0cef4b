/** Digits that a number may have: sums of people, no attack on the processor. */
const maxDigits = 60
/** Decimals that are told of a number whose decimals do not end. */
const toldDecimals = 6

/** A rational number: decimals stay exact. Its methods throw where a result would be out of bounds or does not exist. */
export class Fraction {
  static readonly zero = new Fraction(0n, 1n)
  static readonly ten = new Fraction(10n, 1n)
  static readonly hundred = new Fraction(100n, 1n)
  readonly #over: bigint
  readonly #under: bigint

  constructor(over: bigint, under: bigint) {
    if (under === 0n) throw new RangeError('division by zero')
    const common = divisorOf(over, under) * (under < 0n ? -1n : 1n)
    this.#over = over / common
    this.#under = under / common
    if (`${this.#over}`.length > maxDigits || `${this.#under}`.length > maxDigits) throw new RangeError('too long')
  }

  /** A number in digits, with a point where it has decimals. */
  static parse(text: string): Fraction {
    const [, whole = '', decimals = ''] = /^(\d*)(?:\.(\d+))?$/.exec(text) ?? []
    if (whole + decimals === '') throw new SyntaxError('no number')
    return new Fraction(BigInt(whole + decimals), 10n ** BigInt(decimals.length))
  }

  plus = (other: Fraction) =>
    new Fraction(this.#over * other.#under + other.#over * this.#under, this.#under * other.#under)

  minus = (other: Fraction) =>
    new Fraction(this.#over * other.#under - other.#over * this.#under, this.#under * other.#under)

  times = (other: Fraction) => new Fraction(this.#over * other.#over, this.#under * other.#under)

  dividedBy = (other: Fraction) => new Fraction(this.#over * other.#under, this.#under * other.#over)

  /** A whole power of at most 100. */
  toThe(power: Fraction): Fraction {
    const times = Number(power.#over)
    if (power.#under !== 1n || Math.abs(times) > 100) throw new RangeError('no such power')
    let value = new Fraction(1n, 1n)
    for (let count = 0; count < Math.abs(times); count++) value = times < 0 ? value.dividedBy(this) : value.times(this)
    return value
  }

  /** The number in decimals, rounded where they do not end. */
  toDecimal(): { result: string; exact: boolean } {
    let decimals = 0
    while (decimals < maxDigits && 10n ** BigInt(decimals) % this.#under !== 0n) decimals++
    const exact = decimals < maxDigits
    const told = exact ? decimals : toldDecimals
    const scale = 10n ** BigInt(told)
    const size = this.#over < 0n ? -this.#over : this.#over
    const rounded = (size * scale * 2n + this.#under) / (this.#under * 2n)
    const digits = `${rounded}`.padStart(told + 1, '0')
    const whole = digits.slice(0, digits.length - told).replace(/\B(?=(\d{3})+$)/g, ',')
    const sign = this.#over < 0n && rounded > 0n ? '−' : ''
    return { result: `${sign}${whole}${told > 0 ? `.${digits.slice(-told)}` : ''}`, exact }
  }
}

function divisorOf(one: bigint, other: bigint): bigint {
  let [greater, lesser] = [one < 0n ? -one : one, other < 0n ? -other : other]
  while (lesser !== 0n) [greater, lesser] = [lesser, greater % lesser]
  return greater || 1n
}
