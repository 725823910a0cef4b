/** How deep quotes and lists may be nested before a block is drawn as plain text. */
const maxDepth = 32
/** How many marks that open or close something one paragraph may have: parsers look back from each to the ones before. */
const maxMarks = 400

/**
 * How many times one block may do what has its parser look back at all of it: underline a heading, go on with a quote or an item
 * without its mark, open code, nest a list.
 */
const maxTurns = 120

/** How many items and quotes one block may have. A long list is several blocks; what still has more is drawn in one go. */
const maxItems = 1200

/** How many lines one block may have: a list or HTML, which nothing cuts within, and how many addresses that become links. */
const maxLines = 2000
const maxAddresses = 1000

/** How many marks one block may have in all its paragraphs, cells apart, and how many of formulas. A costly list is several blocks. */
const maxBlockMarks = 4000
const maxMathMarks = 800

const containers = /^(?:[ \t]*(?:>|(?:[-*+]|\d{1,9}[.)])(?=[ \t])))+/
const marks = /[*_~]+|`+|[[\]<|]|\$+|\\[()]/g
const elements = /[*_~]+|`+|[[\]<]/g
const addresses = /www\.|:\/\/|@/gi
const math = /\$+|\\[()[\]]/g
const paragraphEnd = /\n(?=[ \t]*(?:\n|[-*+][ \t]|\d{1,9}[.)][ \t]|\||>))/

/**
 * Whether parsing a block could take very long or exhaust the stack, though it is short: `> ` two thousand times,
 * hundreds of emphases that nothing closes, or an item of thousands of lines. No answer that is meant to be read is like that.
 */
export function isHostile(source: string): boolean {
  const lines = source.split('\n')
  if (lines.length > maxLines || count(source, addresses) > maxAddresses) return true
  let items = 0
  for (const line of lines) {
    if (container.test(line) && ++items > maxItems) return true
    const prefix = containers.exec(line)?.[0]
    if (prefix && (prefix.match(/>|[-*+]|[.)]/g)?.length ?? 0) > maxDepth) return true
    if (/^\s{120}/.test(line)) return true
  }
  if (turnsIn(source) > maxTurns) return true
  if (count(source, math) > maxMathMarks || count(source, elements) > maxBlockMarks) return true
  return source.split(paragraphEnd).some((paragraph) => count(paragraph, marks) > maxMarks)
}

const count = (text: string, sign: RegExp) => text.match(sign)?.length ?? 0

const underline = /^[ \t>]*(?:[-*+][ \t]+|\d{1,9}[.)][ \t]+)*(?:=+|-+)[ \t]*\r?$/
const fence = /^[ \t>]*(?:(?:[-*+]|\d{1,9}[.)])[ \t]+)*(?:`{3}|~{3})/
const container = /^[ \t]*(?:>|(?:[-*+]|\d{1,9}[.)])(?=[ \t]))/
const nestedItem = /^[ \t]{2,}(?:[-*+]|\d{1,9}[.)])[ \t]/
const itemWithContainer = /^[ \t>]*(?:[-*+]|\d{1,9}[.)])[ \t]+(?:>|(?:[-*+]|\d{1,9}[.)])[ \t])/

function turnsIn(source: string): number {
  let turns = 0
  let isInContainer = false
  let depth = 0
  for (const line of source.split('\n')) {
    const begins = container.test(line)
    const isLazy = isInContainer && !begins && /^\S/.test(line)
    isInContainer = begins || (isInContainer && line.trim() !== '')
    const indent = nestedItem.test(line) ? line.search(/\S/) : 0
    const isMixed = itemWithContainer.test(line)
    for (const turn of [isLazy, isMixed, indent !== depth, underline.test(line), fence.test(line)]) if (turn) turns++
    depth = indent
  }
  return turns
}
