import { QueryRefused } from './query-refused.ts'
import {
  forbiddenWords,
  quickFunctions,
  textFunctions,
  wordsAfterSource,
  wordsAfterSources,
  wordsBeforeParenthesis,
} from './sql-functions.ts'
import type { Table } from './table.ts'
import { type Token, tokensOf } from './tokens.ts'

/** A query that only reads, of the tables given, with what its cost depends on. */
export interface CheckedQuery {
  sql: string
  /** The subqueries of its WITH, in order: `sql` up to the end of each. */
  named: { name: string; sql: string }[]
  /** What each name in the query may stand for: tables and named subqueries; nothing for a subquery without a name. */
  sources: Map<string, Set<string>>
  /** The tables that it reads. */
  tables: Table[]
  /** What one row costs at most, in additions. */
  weight: number
}

const longestQuery = 5_000
const maxSources = 8
const deepest = 30
/** Characters of a literal: the longest that a function can make of a cell depends on it. */
const longestLiteral = 100

/**
 * Checks that a query is one SELECT, or WITH and a SELECT, over the tables alone, of functions that end soon. How long it
 * runs is for `query-plan.ts` to say.
 *
 * @throws QueryRefused
 */
export function checkQuery(written: string, tables: Table[]): CheckedQuery {
  if (written.length > longestQuery) throw new QueryRefused(`The query is longer than ${longestQuery} characters.`)
  const tokens = tokensOf(written)
  if (tokens.at(-1)?.value === ';' && tokens.at(-1)?.kind === 'symbol') tokens.pop()
  if (!isWord(tokens[0], 'SELECT') && !isWord(tokens[0], 'WITH'))
    throw new QueryRefused('Write one SELECT, or WITH … SELECT.')
  const sql = written.slice(0, tokens.at(-1)!.end)
  requireBalance(tokens)
  const named = namedSubqueries(tokens, tables)
  const sources = sourcesOf(tokens, tables, named)
  requireWords(tokens, named)
  const used = new Set([...sources.values()].flatMap((names) => [...names]))
  const read = tables.filter(({ name }) => used.has(folded(name)))
  requireKnownNames(tokens, read, sources, named)
  return {
    sql,
    named: named.map(({ name, last }) => ({ name, sql: sql.slice(0, tokens[last]!.end) })),
    sources,
    tables: read,
    weight: weightOf(tokens, read),
  }
}

/** Names differ by more than the case of their letters. */
export const folded = (name: string) => name.toLowerCase()

const isWord = (token: Token | undefined, word: string) => token?.word === word
const isSymbol = (token: Token | undefined, symbol: string) => token?.kind === 'symbol' && token.value === symbol
const isName = (token: Token | undefined): token is Token => token?.kind === 'word' || token?.kind === 'name'

function requireBalance(tokens: Token[]) {
  let depth = 0
  for (const token of tokens) {
    if (isSymbol(token, ';')) throw new QueryRefused('Only one statement is allowed.')
    if (isSymbol(token, '(') && ++depth > deepest) throw new QueryRefused('The query is nested too deeply.')
    if (isSymbol(token, ')') && --depth < 0) break
  }
  if (depth !== 0) throw new QueryRefused('A parenthesis is missing.')
}

/** The parenthesis that closes the one at `open`. */
function closing(tokens: Token[], open: number): number {
  let depth = 0
  for (let at = open; ; at++) {
    if (isSymbol(tokens[at], '(')) depth++
    if (isSymbol(tokens[at], ')') && --depth === 0) return at
  }
}

/** A subquery of WITH; its name is the token `first`, and the parenthesis after it the token `last`. */
interface Named {
  name: string
  first: number
  last: number
  columns: string[]
}

function namedSubqueries(tokens: Token[], tables: Table[]): Named[] {
  const found: Named[] = []
  let at = isWord(tokens[0], 'WITH') ? 1 : tokens.length
  while (at < tokens.length) {
    const name = tokens[at]
    if (!isName(name) || found.length >= maxSources) throw new QueryRefused('WITH is not understood.')
    requirePlain(name.value)
    const first = at++
    const columns = isSymbol(tokens[at], '(') ? tokens.slice(at, (at = closing(tokens, at) + 1)) : []
    while (isWord(tokens[at], 'AS') || isWord(tokens[at], 'NOT') || isWord(tokens[at], 'MATERIALIZED')) at++
    if (!isSymbol(tokens[at], '(')) throw new QueryRefused('WITH is not understood.')
    const last = closing(tokens, at)
    const taken = [...tables, ...found].some((one) => folded(one.name) === folded(name.value))
    if (taken) throw new QueryRefused(`The name ${name.value} of WITH is taken.`)
    found.push({ name: name.value, first, last, columns: columns.filter(isName).map(({ value }) => folded(value)) })
    if (!isSymbol(tokens[last + 1], ',')) break
    at = last + 2
  }
  return found
}

/** Every source stands after FROM or JOIN: a table, a named subquery that ended before, or a subquery. */
function sourcesOf(tokens: Token[], tables: Table[], named: Named[]): Map<string, Set<string>> {
  const sources = new Map<string, Set<string>>()
  let count = 0
  for (const [at, token] of tokens.entries()) {
    if (isWord(token, 'FROM')) requireJoins(tokens, at + 1)
    if (!isWord(token, 'FROM') && !isWord(token, 'JOIN')) continue
    if (++count > maxSources) throw new QueryRefused(`A query may have ${maxSources} sources.`)
    const source = tokens[at + 1]
    const isSubquery = isSymbol(source, '(') && isWord(tokens[at + 2], 'SELECT')
    if (!isSubquery && !isName(source)) throw new QueryRefused('Behind FROM and JOIN stands one table or (SELECT …).')
    const known =
      isSubquery ||
      tables.some(({ name }) => folded(name) === folded(source!.value)) ||
      named.some(({ name, last }) => folded(name) === folded(source!.value) && last < at)
    if (!known)
      throw new QueryRefused(
        `There is no table ${source!.value}. There are: ${tables.map(({ name }) => name).join(', ')}.`,
      )
    const next = isSubquery ? closing(tokens, at + 1) + 1 : at + 2
    const alias = aliasAt(tokens, next) ?? (isSubquery ? undefined : source!.value)
    if (alias === undefined) continue
    requirePlain(alias)
    const meanings = sources.get(folded(alias)) ?? new Set()
    sources.set(folded(alias), meanings.add(isSubquery ? '' : folded(source!.value)))
  }
  for (const [alias, meanings] of sources) {
    if (meanings.size > 1 && meanings.has('')) throw new QueryRefused(`The name ${alias} stands for several sources.`)
  }
  return sources
}

/** A plan tells the sources apart by these names. */
function requirePlain(name: string) {
  if (!/^[\p{L}\p{N}_]+$/u.test(name)) throw new QueryRefused('New names have letters, digits and underscores only.')
}

function aliasAt(tokens: Token[], at: number): string | undefined {
  const token = isWord(tokens[at], 'AS') ? tokens[at + 1] : tokens[at]
  if (token?.kind === 'text') throw new QueryRefused('A name stands in double quotes.')
  return isName(token) && !wordsAfterSource.has(token.word ?? '') ? token.value : undefined
}

/** A comma among the sources would hide one. */
function requireJoins(tokens: Token[], from: number) {
  let depth = 0
  for (const token of tokens.slice(from)) {
    if (isSymbol(token, '(')) depth++
    if (isSymbol(token, ')') && --depth < 0) return
    if (depth === 0 && wordsAfterSources.has(token.word ?? '')) return
    if (depth === 0 && isSymbol(token, ',')) throw new QueryRefused('Write JOIN … ON in place of a comma.')
  }
}

function requireWords(tokens: Token[], named: Named[]) {
  for (const [at, token] of tokens.entries()) {
    const next = tokens[at + 1]
    if (token.kind === 'text' && token.value.length > longestLiteral) {
      throw new QueryRefused(`A text is longer than ${longestLiteral} characters.`)
    }
    if (isWord(token, 'WITH') && at > 0) throw new QueryRefused('WITH stands at the beginning alone.')
    if (token.word && forbiddenWords.has(token.word)) {
      throw new QueryRefused(`${token.word} is not allowed; a column of that name stands in double quotes.`)
    }
    if (isWord(token, 'IN') && !isSymbol(next, '(')) throw new QueryRefused('Behind IN stands a parenthesis.')
    if (isName(token) && isSymbol(next, '(') && !named.some(({ first }) => first === at)) requireFunction(tokens, at)
  }
}

function requireFunction(tokens: Token[], at: number) {
  const { word = '', value } = tokens[at]!
  if (wordsBeforeParenthesis.has(word)) return
  if (!quickFunctions.has(word) && !textFunctions.has(word)) {
    throw new QueryRefused(
      `There is no function ${value}. There are: ${[...quickFunctions, ...textFunctions].join(', ')}.`,
    )
  }
  if (word === 'REPLACE') requireShrinking(tokens.slice(at, closing(tokens, at + 1)))
}

/** Replacing by what is longer would let a text grow without a bound. */
function requireShrinking(call: Token[]) {
  const [before, old, comma, fresh] = call.slice(-4)
  const literal = isSymbol(before, ',') && old?.kind === 'text' && isSymbol(comma, ',') && fresh?.kind === 'text'
  if (!literal || fresh.value.length > old.value.length) {
    throw new QueryRefused('replace takes two texts, of which the second is not longer than the first.')
  }
}

/** SQLite takes an unknown name in double quotes for a text, which gives wrong answers without an error. */
function requireKnownNames(tokens: Token[], tables: Table[], sources: Map<string, unknown>, named: Named[]) {
  const known = new Set([
    ...tables.flatMap(({ name, columns }) => [name, ...columns.map((column) => column.name)]).map(folded),
    ...sources.keys(),
    ...named.flatMap(({ name, columns }) => [folded(name), ...columns]),
    ...tokens.filter((_, at) => isWord(tokens[at - 1], 'AS')).map(({ value }) => folded(value)),
  ])
  for (const { kind, value } of tokens) {
    if (kind === 'name' && !known.has(folded(value))) {
      throw new QueryRefused(`There is no column "${value}". A text stands in single quotes, and AS before a new name.`)
    }
  }
}

/**
 * Every token may be an addition; what goes through texts costs the more the longer they are. Joining texts makes longer
 * ones: of each other within one SELECT, and of themselves, twice as long each time, through several.
 */
function weightOf(tokens: Token[], tables: Table[]): number {
  const widths = tables.flatMap(({ columns }) => columns.map(({ profile }) => profile.longest))
  const width = Math.max(longestLiteral, ...widths) / 10
  const joins = tokens.filter((token) => isSymbol(token, '||')).length
  const patterns = tokens.filter((token) => isWord(token, 'LIKE') || isWord(token, 'GLOB')).length
  const calls = tokens.filter(({ word = '' }) => textFunctions.has(word)).length
  const selects = tokens.filter((token) => isWord(token, 'SELECT')).length
  const growth = selects > 1 ? 2 ** joins : joins + 1
  return tokens.length + (joins + patterns + calls) * width * growth
}
