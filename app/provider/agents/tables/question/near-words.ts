import { stemmer } from 'stemmer'

/** A word that is as long as this may have one wrong letter, or two. */
const oneTypo = 5
const twoTypos = 9

/** Whether two folded words are forms of one: plural and singular, `rain` and `rainy`. */
export function areForms(one: string, other: string): boolean {
  if (one === other) return true
  const areLatin = /^[a-z]+$/.test(one) && /^[a-z]+$/.test(other)
  return areLatin && (stemmer(one) === stemmer(other) || noun(one) === other || noun(other) === one)
}

/** `sunny` is of `sun`, `rainy` of `rain`. */
const noun = (word: string) =>
  /^[a-z]{2,}([^aeiou])\1y$/.test(word) ? word.slice(0, -2) : /^[a-z]{4,}y$/.test(word) ? word.slice(0, -1) : word

/**
 * Whether one folded word is the other with a slip: a letter too many, too few, wrong, or two in the wrong order. The
 * first letter has to be right, and figures are never slips: AS3-100 is not AS3-110.
 */
export function isTypo(said: string, meant: string): boolean {
  const shorter = Math.min(said.length, meant.length)
  if (shorter < oneTypo || said[0] !== meant[0] || /\d/.test(said + meant)) return false
  const allowed = shorter >= twoTypos ? 2 : 1
  return Math.abs(said.length - meant.length) <= allowed && distance(said, meant) <= allowed
}

/** Damerau and Levenshtein's distance, of neighbouring letters alone. */
function distance(one: string, other: string): number {
  const rows = [Array.from({ length: other.length + 1 }, (_, at) => at)]
  for (let i = 1; i <= one.length; i++) {
    const row = [i]
    for (let j = 1; j <= other.length; j++) {
      const replaced = rows[i - 1]![j - 1]! + (one[i - 1] === other[j - 1] ? 0 : 1)
      const swapped =
        i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1]
          ? rows[i - 2]![j - 2]! + 1
          : Infinity
      row.push(Math.min(replaced, swapped, rows[i - 1]![j]! + 1, row[j - 1]! + 1))
    }
    rows.push(row)
  }
  return rows[one.length]![other.length]!
}
