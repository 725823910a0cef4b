import type { Extension } from 'micromark-util-types'
import { backslash, dollar } from './math-codes.ts'
import { displayMath } from './math-flow.ts'
import { mathInBackslashes, mathInDollars } from './math-text.ts'

/*
 * Math as models write it: `$..$`, `$$..$$`, `\(..\)` and `\[..\]`. The tokens are those of micromark-extension-math, so
 * that remark-math makes its nodes of them; the rules here are stricter, since its own take prices for formulas.
 */

/** Replaces the syntax of micromark-extension-math; to be combined after it. */
export const guardedMath: Extension = {
  disable: { null: ['mathFlow', 'mathText'] },
  flow: { [dollar]: displayMath, [backslash]: displayMath },
  text: { [dollar]: mathInDollars, [backslash]: mathInBackslashes },
}
