import { combineExtensions } from 'micromark-util-combine-extensions'
import type { Construct, ConstructRecord, Extension } from 'micromark-util-types'
import remarkCjkFriendly from 'remark-cjk-friendly'
import remarkCjkFriendlyStrikethrough from 'remark-cjk-friendly-gfm-strikethrough'
import remarkGfm from 'remark-gfm'
import remarkMath from 'remark-math'
import type { Processor } from 'unified'
import { guardedMath } from './math/math-syntax.ts'

interface Syntax {
  micromarkExtensions: Extension[]
  fromMarkdownExtensions: (TreeExtension | TreeExtension[])[]
}

interface TreeExtension {
  transforms?: unknown[]
}

type RemarkSyntax = (this: Processor) => void

/** What finds addresses that nothing marks, and what a text must have for it to find one. */
const finders = [
  { name: 'emailAutolink', sign: /@/ },
  { name: 'wwwAutolink', sign: /www/i },
  { name: 'protocolAutolink', sign: /http/i },
]

const whole = prepared()
const variants = new Map<string, RemarkSyntax>()

/**
 * What an answer's Markdown is: GFM, emphasis that works between Japanese characters, math. A plugin for react-markdown,
 * which sets its parser up again for each block; what its plugins would make each time is made once. The parser stops at each
 * word to look for an address, so it does that only in a `source` that may have one.
 */
export function syntaxFor(source: string): RemarkSyntax {
  const absent = source.includes('&') ? [] : finders.filter(({ sign }) => !sign.test(source)).map(({ name }) => name)
  const key = absent.join(' ')
  const known = variants.get(key)
  if (known) return known
  const { micromarkExtensions, ...syntax } = without(absent)
  const combined = { ...syntax, micromarkExtensions: [combineExtensions(micromarkExtensions)] }
  function remarkSyntax(this: Processor) {
    Object.assign(this.data(), combined)
  }
  variants.set(key, remarkSyntax)
  return remarkSyntax
}

function prepared(): Syntax {
  const data = {} as Syntax
  const processor = { data: () => data } as unknown as Processor<never, never, never, never, never>
  const strikethrough = { singleTilde: false }
  remarkGfm.call(processor, strikethrough)
  remarkCjkFriendly.call(processor)
  remarkCjkFriendlyStrikethrough.call(processor, strikethrough)
  remarkMath.call(processor)
  data.micromarkExtensions.push(guardedMath)
  return { ...data, fromMarkdownExtensions: data.fromMarkdownExtensions.flat().map(withoutTransforms) }
}

/**
 * Only GFM's second search for addresses, of the text that was read, has transforms. It finds those too that an escape is to
 * keep from being links: words of documents are quoted so.
 */
function withoutTransforms(extension: TreeExtension): TreeExtension {
  return { ...extension, transforms: [] }
}

/** The syntax less some of the finders. */
function without(absent: string[]): Syntax {
  const kept = (text: ConstructRecord): ConstructRecord =>
    Object.fromEntries(
      Object.entries(text)
        .map(([code, value]) => [code, constructs(value).filter(({ name }) => !absent.includes(name ?? ''))] as const)
        .filter(([, list]) => list.length > 0),
    )
  return {
    ...whole,
    micromarkExtensions: whole.micromarkExtensions.map((extension) =>
      extension.text ? { ...extension, text: kept(extension.text) } : extension,
    ),
  }
}

const constructs = (value: ConstructRecord[string]): Construct[] =>
  value === undefined ? [] : Array.isArray(value) ? value : [value]
