import type { Code, Construct, Effects, State, TokenizeContext } from 'micromark-util-types'
import { backslash, dollar, isLineEnding, isSpaceOrLineEnding } from './math-codes.ts'

const closings: Record<number, number> = { 40: 41, 91: 93 }

/** `$..$`, `$$..$$`, `\(..\)` and `\[..\]` within a text. */
export const mathInDollars: Construct = { name: 'guardedMath', tokenize: tokenizeText, previous: notWithinWord }
export const mathInBackslashes: Construct = { name: 'guardedMath', tokenize: tokenizeText }

/**
 * Whether what stands between two single dollars is an amount and words, not a formula: `5 and 10`, `100から`, `HOME/`.
 * Where the dollars stand is checked before: none after a space or before a digit closes a formula.
 */
const looksLikeMoney = (content: string) =>
  /[/(,;:-]$/.test(content) ||
  (/^\d/.test(content) && !/[\\^_={}]/.test(content) && /\p{L}{2}|[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}]/u.test(content))

/** `US$5`: a dollar that a letter, a digit or another dollar precedes opens nothing. */
function notWithinWord(code: Code) {
  return code === null || code < 0 || !/[\w$]/.test(String.fromCodePoint(code))
}

/** Where a text has no closing `\)` or `\]` up to its end, a later opening needs no look either. */
const unclosed = new WeakMap<TokenizeContext, Set<number>>()

function tokenizeText(this: TokenizeContext, effects: Effects, ok: State, nok: State): State {
  return textStates(this, effects, ok, nok)
}

function textStates(context: TokenizeContext, effects: Effects, ok: State, nok: State): State {
  let size = 0
  let closing = dollar
  let before: Code = null
  let from = context.now()
  return start

  function start(code: Code) {
    effects.enter('mathText')
    effects.enter('mathTextSequence')
    return code === dollar ? openDollars(code) : openBackslash(code)
  }

  function openDollars(code: Code): State | undefined {
    if (code !== dollar) return opened(code)
    if (++size > 2) return nok(code)
    effects.consume(code)
    return openDollars
  }

  function openBackslash(code: Code): State | undefined {
    effects.consume(code)
    return (next) => {
      closing = next === null ? 0 : (closings[next] ?? 0)
      if (!closing || unclosed.get(context)?.has(closing)) return nok(next)
      effects.consume(next)
      return opened
    }
  }

  function opened(code: Code): State | undefined {
    effects.exit('mathTextSequence')
    from = context.now()
    if (size === 1 && isSpaceOrLineEnding(code)) return nok(code)
    return between(code)
  }

  function between(code: Code): State | undefined {
    if (code === null) return end(code)
    if (isLineEnding(code)) {
      effects.enter('lineEnding')
      effects.consume(code)
      effects.exit('lineEnding')
      before = code
      return between
    }
    if (code === dollar && size > 0) return close(code)
    effects.enter('mathTextData')
    return data(code)
  }

  function data(code: Code): State | undefined {
    if (code === null || isLineEnding(code) || (code === dollar && size > 0)) {
      effects.exit('mathTextData')
      return between(code)
    }
    if (code === backslash) {
      return size === 0 ? effects.check(closer(closing), closeBackslash, escape)(code) : escape(code)
    }
    before = code
    effects.consume(code)
    return data
  }

  function escape(code: Code): State | undefined {
    effects.consume(code)
    before = code
    return (next) => {
      if (next === null || isLineEnding(next)) return data(next)
      before = next
      effects.consume(next)
      return data
    }
  }

  function end(code: Code) {
    if (size === 0) unclosed.set(context, (unclosed.get(context) ?? new Set()).add(closing))
    return nok(code)
  }

  function closeBackslash(code: Code): State | undefined {
    effects.exit('mathTextData')
    effects.enter('mathTextSequence')
    effects.consume(code)
    return (next) => {
      effects.consume(next)
      return closed
    }
  }

  /** A dollar inside a formula either closes it or makes it none: so each is looked at once. */
  function close(code: Code): State | undefined {
    const content = context.sliceSerialize({ start: from, end: context.now() })
    if (content.trim() === '') return nok(code)
    if (size === 1 && (isSpaceOrLineEnding(before) || looksLikeMoney(content))) return nok(code)
    effects.enter('mathTextSequence')
    let left = size
    const sequence: State = (code) => {
      if (left === 0) return closed(code)
      if (code !== dollar) return nok(code)
      left--
      effects.consume(code)
      return sequence
    }
    return sequence(code)
  }

  function closed(code: Code): State | undefined {
    if (code === dollar || (size === 1 && code !== null && code >= 48 && code <= 57)) return nok(code)
    effects.exit('mathTextSequence')
    effects.exit('mathText')
    return ok(code)
  }
}

/** `\)`, `\]` or `$$`. */
const closer = (closing: number): Construct => ({
  partial: true,
  tokenize: (effects, ok, nok) => (code) => {
    effects.enter('mathTextSequence')
    effects.consume(code)
    return (next) => {
      if (next !== closing) return nok(next)
      effects.consume(next)
      effects.exit('mathTextSequence')
      return ok
    }
  },
})
