/*
 * What it takes to draw Markdown, in characters of ordinary text, of which a middling machine draws some 500 a millisecond: each
 * line may be an item, a row or a block, and a formula takes as long as hundreds of characters. It is rather too much than too
 * little: once a paragraph has a formula, all that follows in it counts as one.
 */

const perLine = 25
/** Of the two marks of a formula, each. */
const perMathMark = 150
const perMathCharacter = 4

/** What a browser draws in one go: some 25 ms of its time, five times that where it has not yet compiled what draws. */
export const atOnce = 12_000

/** What it costs to draw a text. */
export const costOf = (text: string): number => walk(text, 0, Infinity).cost

/** How far, from `start`, a text can be drawn for a cost: to the end of a line, unless that line alone costs more. */
export const reachOf = (text: string, start: number, cost: number): number => walk(text, start, cost).end

/** Goes through a text from `start` until it costs more than `most`; gives where that is, and the cost until there. */
function walk(text: string, start: number, most: number): { end: number; cost: number } {
  let cost = perLine
  let line = start
  let perCharacter = 1
  for (let index = start; index < text.length; index++) {
    const code = text.charCodeAt(index)
    const opensMath = code === dollar || (code === backslash && '([])'.includes(text[index + 1] ?? ' '))
    if (opensMath) perCharacter = perMathCharacter
    cost += perCharacter + (opensMath ? perMathMark : code === newline ? perLine : 0)
    if (cost > most) return { end: line > start ? line : index + 1, cost }
    if (code !== newline) continue
    if (index === line) perCharacter = 1
    line = index + 1
  }
  return { end: text.length, cost }
}

const newline = 10
const dollar = 36
const backslash = 92
