import { QueryRefused } from './query-refused.ts'

/** A token of SQL. `value` is a name or text without its quotes; `word` a bare word in capitals. */
export interface Token {
  kind: 'word' | 'name' | 'text' | 'number' | 'symbol'
  value: string
  word?: string
  start: number
  end: number
}

/** As SQLite's tokenizer has them; comments, parameters and blobs are left out and so no tokens. */
const patterns: [kind: Token['kind'], pattern: RegExp][] = [
  ['word', /(?!x')[a-z_\u0080-\u{10ffff}][\w$\u0080-\u{10ffff}]*/iuy],
  ['name', /"(?:[^"]|"")*"|`(?:[^`]|``)*`|\[[^\]]*\]/uy],
  ['text', /'(?:[^']|'')*'/uy],
  ['number', /(?:0x[\da-f]+|(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?)(?![\w$\u0080-\u{10ffff}])/iuy],
  ['symbol', /\|\||<>|<=|>=|!=|==|(?!--|\/\*)[(),.+*/%=<>;-]/uy],
]

/** @throws QueryRefused for anything that is not a token of a query */
export function tokensOf(sql: string): Token[] {
  const tokens: Token[] = []
  const space = /[ \t\n\f\r]*/y
  for (let at = skip(space, sql, 0); at < sql.length; at = skip(space, sql, tokens.at(-1)!.end)) {
    tokens.push(tokenAt(sql, at))
  }
  return tokens
}

function tokenAt(sql: string, start: number): Token {
  for (const [kind, pattern] of patterns) {
    const end = skip(pattern, sql, start)
    const written = sql.slice(start, end)
    if (end > start && kind === 'word') return { kind, value: written, word: written.toUpperCase(), start, end }
    if (end > start) return { kind, value: valueOf(kind, written), start, end }
  }
  throw new QueryRefused(`Not allowed here, comments and parameters included: ${sql.slice(start, start + 20)}`)
}

/** Where the pattern ends that is looked for at `start`; `start` where it is not there. */
function skip(pattern: RegExp, sql: string, start: number): number {
  pattern.lastIndex = start
  return pattern.test(sql) ? pattern.lastIndex : start
}

function valueOf(kind: Token['kind'], written: string): string {
  if (kind !== 'name' && kind !== 'text') return written
  const quote = written.at(-1)!
  return written.slice(1, -1).replaceAll(quote + quote, quote)
}
