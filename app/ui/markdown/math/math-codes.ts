import type { Code } from 'micromark-util-types'

declare module 'micromark-util-types' {
  interface TokenTypeMap {
    mathText: 'mathText'
    mathTextSequence: 'mathTextSequence'
    mathTextData: 'mathTextData'
    mathFlow: 'mathFlow'
    mathFlowFence: 'mathFlowFence'
    mathFlowFenceSequence: 'mathFlowFenceSequence'
    mathFlowValue: 'mathFlowValue'
  }
}

export const dollar = 36
export const backslash = 92

// micromark's codes below zero: -5 to -3 are line endings, -2 and -1 a tab.
export const isLineEnding = (code: Code) => code !== null && code < -2
export const isSpace = (code: Code) => code === -2 || code === -1 || code === 32
export const isSpaceOrLineEnding = (code: Code) => code !== null && (code < 0 || code === 32)
