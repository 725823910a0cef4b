/** How deep quotes and lists may be nested before a block is drawn as plain text. */
const maxDepth = 32
/** How many marks that open or close something one paragraph may have: parsers look back from each to the ones before. */
const maxMarks = 400

const containers = /^(?:[ \t]*(?:>|(?:[-*+]|\d{1,9}[.)])(?=[ \t])))+/
const marks = /[*_~]+|`+|[[\]<|]/g
const paragraphEnd = /\n(?=[ \t]*(?:\n|[-*+][ \t]|\d{1,9}[.)][ \t]|\||>))/

/**
 * Whether parsing a block could take very long or exhaust the stack, though it is short: `> ` two thousand times, or
 * hundreds of emphases that nothing closes. No answer that is meant to be read is like that.
 */
export function isHostile(source: string): boolean {
  for (const line of source.split('\n')) {
    const prefix = containers.exec(line)?.[0]
    if (prefix && (prefix.match(/>|[-*+]|[.)]/g)?.length ?? 0) > maxDepth) return true
    if (/^\s{120}/.test(line)) return true
  }
  return source.split(paragraphEnd).some((paragraph) => (paragraph.match(marks)?.length ?? 0) > maxMarks)
}
