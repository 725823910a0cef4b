const digits = '〇一二三四五六七八九'
const scales: Record<string, number> = { 十: 10, 百: 100, 千: 1000 }

/** 三十, 百二十; also digit by digit as in 一〇. Not a number where both are mixed wrongly. */
export function kanjiNumber(written: string): number {
  if (/^[〇一二三四五六七八九]+$/.test(written)) {
    return Number([...written].map((digit) => digits.indexOf(digit)).join(''))
  }
  let sum = 0
  let digit = 0
  for (const character of written) {
    const scale = scales[character]
    if (scale === undefined) digit = digits.indexOf(character)
    else {
      sum += (digit || 1) * scale
      digit = 0
    }
  }
  return sum + digit
}
