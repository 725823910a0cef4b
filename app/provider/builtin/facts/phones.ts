/** What separates the groups of a number: a blank, a hyphen of any kind, a dot. */
const gap = '[ .-]'
const notWithin = '(?<![\\d.,/-])'
const notBefore = `(?!\\d|${gap}?\\d)`

/** Ways of writing a telephone number that say by themselves what they are. */
const forms = [
  // +81 52 555 0134, +353 (0)1 555 0142, +49 30/1234567
  new RegExp(
    `(?<![\\d+])\\+\\d{1,3}${gap}?(?:\\(0\\)${gap}?)?(?:\\(?\\d{1,5}\\)?(?:${gap}|/)?){1,5}\\d${notBefore}`,
    'g',
  ),
  // 052-555-0134, 03(1234)5678, (03) 1234 5678, 0120 123 456
  new RegExp(
    `${notWithin}(?:\\(0\\d{1,4}\\) ?|0\\d{1,4}(?:${gap}|\\())\\d{1,4}(?:${gap}|\\))\\d{3,4}${notBefore}`,
    'g',
  ),
  // (212) 555-0134, 212-555-0134, 1-800-555-0199
  new RegExp(`${notWithin}(?:1${gap})?(?:\\([2-9]\\d{2}\\) ?|[2-9]\\d{2}[.-])\\d{3}[.-]\\d{4}${notBefore}`, 'g'),
]
const anyNumber = '\\+?\\(?\\d[\\d ()./-]{4,}\\d'
/** Any number after one of these words is one. */
export const phoneLabel =
  /(?<![a-z])(?:tele)?phones?(?: numbers?| no\.?)?(?![a-z])|(?<![a-z])(?:tel|mobile|cell|fax|hotline)(?![a-z])|電話|携帯|ファックス|ファクス|内線/i
const labelled = new RegExp(`(?:${phoneLabel.source})[^\\p{L}\\d+(]{0,4}(${anyNumber})`, 'giu')
const wholeNumber = new RegExp(`^${anyNumber}$`)

/** ITU-T E.164: at most 15 digits. */
const digits = { least: 6, most: 15 }

/** The telephone numbers of a text, as they are written (in half width), in its order. */
export function phonesIn(text: string): string[] {
  const plain = plainOf(text)
  const found = [
    ...forms.flatMap((form) => [...plain.matchAll(form)].map(({ 0: number, index }) => ({ number, at: index }))),
    ...[...plain.matchAll(labelled)].map(({ 0: all, 1: number, index }) => ({
      number: number!,
      at: index + all.length - number!.length,
    })),
  ].toSorted((one, other) => one.at - other.at || other.number.length - one.number.length)
  const phones: string[] = []
  let end = 0
  for (const { number, at } of found) {
    if (at < end || !hasDigitsOfPhone(number)) continue
    phones.push(number.trim())
    end = at + number.length
  }
  return phones
}

/** Whether a text is a number and nothing else: in a column of telephone numbers, it is one. */
export const isPhoneAlone = (text: string) => wholeNumber.test(plainOf(text).trim()) && hasDigitsOfPhone(text)

function hasDigitsOfPhone(number: string): boolean {
  const { length } = plainOf(number).replaceAll(/\D/g, '')
  return length >= digits.least && length <= digits.most
}

const plainOf = (text: string) => text.normalize('NFKC').replaceAll(/[‐‑‒–—―−ー](?=[\d(])/g, '-')
