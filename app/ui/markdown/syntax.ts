import type { Extension } from 'micromark-util-types'
import remarkCjkFriendly from 'remark-cjk-friendly'
import remarkCjkFriendlyStrikethrough from 'remark-cjk-friendly-gfm-strikethrough'
import remarkGfm from 'remark-gfm'
import remarkMath from 'remark-math'
import type { Data, Processor } from 'unified'
import { guardedMath } from './math-syntax.ts'

interface Syntax extends Data {
  micromarkExtensions: Extension[]
}

/**
 * What an answer's Markdown is: GFM, emphasis that works between Japanese characters, math. A plugin for react-markdown,
 * which sets its parser up for each block anew; what its plugins would make each time is made once.
 */
export function remarkSyntax(this: Processor) {
  Object.assign(this.data(), syntax)
}

const syntax = prepared()

function prepared(): Syntax {
  const data = {} as Syntax
  const processor = { data: () => data } as unknown as Processor<never, never, never, never, never>
  const strikethrough = { singleTilde: false }
  remarkGfm.call(processor, strikethrough)
  remarkCjkFriendly.call(processor)
  remarkCjkFriendlyStrikethrough.call(processor, strikethrough)
  remarkMath.call(processor)
  data.micromarkExtensions.push(guardedMath)
  return data
}
