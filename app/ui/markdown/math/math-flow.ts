import type { Code, Construct, Effects, State, TokenizeContext } from 'micromark-util-types'
import { backslash, dollar, isLineEnding, isSpace } from './math-codes.ts'

/** `$$..$$` and `\[..\]` as blocks. */
export const displayMath: Construct = { name: 'displayMath', tokenize: tokenizeFlow, concrete: true }

/** Display math that has its lines to itself. It ends at the closing sequence; a blank line makes it none. */
function tokenizeFlow(this: TokenizeContext, effects: Effects, ok: State, nok: State): State {
  return flowStates(this, effects, ok, nok)
}

function flowStates(context: TokenizeContext, effects: Effects, ok: State, nok: State): State {
  let first = 0
  let closing = dollar
  let empty = true
  return start

  function start(code: Code): State | undefined {
    first = code ?? 0
    effects.enter('mathFlow')
    effects.enter('mathFlowFence')
    effects.enter('mathFlowFenceSequence')
    effects.consume(code)
    return (next) => {
      closing = first === dollar ? dollar : 93
      if (next !== (first === dollar ? dollar : 91)) return nok(next)
      effects.consume(next)
      return opened
    }
  }

  function opened(code: Code): State | undefined {
    if (code === dollar) return nok(code)
    effects.exit('mathFlowFenceSequence')
    effects.exit('mathFlowFence')
    return between(code)
  }

  function between(code: Code): State | undefined {
    if (code === null) return nok(code)
    if (isLineEnding(code)) {
      // Whether a paragraph ends here is decided by this line; what follows is read when the formula is.
      return context.interrupt ? ok(code) : effects.attempt(nonBlankContinuation, lineStart, nok)(code)
    }
    return lineStart(code)
  }

  function lineStart(code: Code): State | undefined {
    if (code === null) return nok(code)
    return effects.check(flowCloser(closing), close, value)(code)
  }

  function value(code: Code): State | undefined {
    if (code === null || isLineEnding(code)) return between(code)
    effects.enter('mathFlowValue')
    return content(code)
  }

  function content(code: Code): State | undefined {
    if (code === null || isLineEnding(code)) {
      effects.exit('mathFlowValue')
      return between(code)
    }
    if (code === dollar && closing === dollar) return effects.check(flowCloser(closing), leave, nok)(code)
    if (code === backslash) return effects.check(flowCloser(closing), leave, escape)(code)
    if (!isSpace(code)) empty = false
    effects.consume(code)
    return content
  }

  function escape(code: Code): State | undefined {
    empty = false
    effects.consume(code)
    return (next) => {
      if (next === null || isLineEnding(next)) return content(next)
      effects.consume(next)
      return content
    }
  }

  function leave(code: Code) {
    effects.exit('mathFlowValue')
    return close(code)
  }

  function close(code: Code): State | undefined {
    if (empty) return nok(code)
    effects.enter('mathFlowFence')
    effects.enter('mathFlowFenceSequence')
    effects.consume(code)
    return (next) => {
      effects.consume(next)
      effects.exit('mathFlowFenceSequence')
      return rest
    }
  }

  function rest(code: Code): State | undefined {
    if (isSpace(code)) {
      effects.enter('whitespace')
      const spaces: State = (code) => {
        if (!isSpace(code)) {
          effects.exit('whitespace')
          return rest(code)
        }
        effects.consume(code)
        return spaces
      }
      return spaces(code)
    }
    effects.exit('mathFlowFence')
    effects.exit('mathFlow')
    return ok(code)
  }
}

/** `\]` or `$$` with nothing but spaces up to the line's end. */
const flowCloser = (closing: number): Construct => ({
  partial: true,
  tokenize: (effects, ok, nok) => {
    const first = closing === dollar ? dollar : backslash
    const spaces: State = (code) => {
      if (code === null || isLineEnding(code)) {
        effects.exit('mathFlowFence')
        return ok(code)
      }
      if (!isSpace(code)) return nok(code)
      effects.consume(code)
      return spaces
    }
    return (code) => {
      if (code !== first) return nok(code)
      effects.enter('mathFlowFence')
      effects.consume(code)
      return (next) => {
        if (next !== closing) return nok(next)
        effects.consume(next)
        return spaces
      }
    }
  },
})

const nonBlankContinuation: Construct = {
  partial: true,
  tokenize(effects, ok, nok) {
    const lazy = () => this.parser.lazy[this.now().line]
    return (code) => {
      effects.enter('lineEnding')
      effects.consume(code)
      effects.exit('lineEnding')
      return (next) => {
        if (lazy()) return nok(next)
        return effects.check(blankLine, nok, ok)(next)
      }
    }
  },
}

const blankLine: Construct = {
  partial: true,
  tokenize: (effects, ok, nok) => {
    const end = (code: Code) => (code === null || isLineEnding(code) ? ok(code) : nok(code))
    return (code) => {
      if (!isSpace(code)) return end(code)
      effects.enter('whitespace')
      const spaces: State = (code) => {
        if (isSpace(code)) {
          effects.consume(code)
          return spaces
        }
        effects.exit('whitespace')
        return end(code)
      }
      return spaces(code)
    }
  },
}
