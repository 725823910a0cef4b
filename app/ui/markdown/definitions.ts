import type { Block } from './blocks.ts'
import { withoutCodeSpans } from './code-spans.ts'
import { atOnce, costOf } from './cost.ts'

/** A block with what it needs of other blocks to be read by itself. */
export type PlacedBlock = Block & {
  /** The link definitions of other blocks that it refers to, and stand-ins for footnotes, as Markdown. */
  definitions: string
}

/** A footnote that is referred to, in the order in which the text does. */
export interface Footnote {
  label: string
  /** Its text as Markdown. */
  source: string
}

/**
 * What is placed before the blocks of an answer, in characters, which are read again with each block; and what it may cost that
 * blocks change after they were drawn, all of them perhaps in one go. A reference beyond that stays as it is written.
 */
const most = { characters: 200_000, changes: 3 * atOnce }

/**
 * What blocks say about each other: link definitions and footnotes. Blocks are added once each, in order; a definition that
 * comes after a block that uses it changes that block alone.
 */
export class Definitions {
  readonly blocks: PlacedBlock[] = []
  #defined = new Map<string, string>()
  #users = new Map<string, Set<number>>()
  #footnotes = new Map<string, string>()
  #called = new Set<string>()
  #left = { ...most }

  /** Takes the next finished block and returns the indexes of blocks before it that it changes. */
  add(block: Block): number[] {
    const changed = this.#define(block)
    const labels = labelsOf(block)
    for (const label of labels) {
      if (label.startsWith('^')) this.#called.add(label)
      this.#users.set(label, (this.#users.get(label) ?? new Set()).add(block.index))
    }
    this.#put(this.place(block, labels))
    return changed.filter((index) => this.#change(this.place(this.blocks[index]!)))
  }

  /** Whether there was enough left to change a block that may have been drawn. */
  #change(block: PlacedBlock): boolean {
    const cost = costOf(sourceOf(block)) + block.definitions.length
    if (cost > this.#left.changes) return false
    this.#left.changes -= cost
    this.#put(block)
    return true
  }

  /** The block with the definitions known so far. */
  place(block: Block, labels = labelsOf(block)): PlacedBlock {
    const definitions = labels.flatMap((label) => this.#defined.get(label) ?? []).join('\n')
    return { ...block, definitions: definitions.length <= this.#left.characters ? definitions : '' }
  }

  #put(block: PlacedBlock) {
    this.#left.characters -= block.definitions.length
    this.blocks[block.index] = block
  }

  /** The footnotes that are both called and written, those of `rest`, blocks that may still grow, included. */
  footnotes(rest: readonly Block[]): Footnote[] {
    const written = new Map(this.#footnotes)
    for (const block of rest)
      for (const [label, source] of footnotesOf(block)) if (!written.has(label)) written.set(label, source)
    if (written.size === 0) return []
    const called = new Set([...this.#called, ...rest.flatMap(labelsOf).filter((label) => label.startsWith('^'))])
    return [...called].flatMap((label) => {
      const source = written.get(label)
      return source === undefined ? [] : { label, source }
    })
  }

  #define(block: Block): number[] {
    const labels: string[] = []
    for (const [label, line] of definitionsOf(block)) {
      if (this.#defined.has(label)) continue
      this.#defined.set(label, line)
      labels.push(label)
    }
    for (const [label, source] of footnotesOf(block))
      if (!this.#footnotes.has(label)) this.#footnotes.set(label, source)
    return [...new Set(labels.flatMap((label) => [...(this.#users.get(label) ?? [])]))]
  }
}

const sourceOf = (block: Block) =>
  block.kind === 'text' ? block.source : block.kind === 'table' ? block.head + block.rows : ''

const reference = /\[(\^?[^[\]\n]{1,200})\](?!:)/g

/** The labels that a block may refer to. */
function labelsOf(block: Block): string[] {
  const source = sourceOf(block)
  if (!source.includes('[')) return []
  return [...new Set([...withoutCodeSpans(source).matchAll(reference)].map(([, label]) => normal(label!)))]
}

/** The lines of a block that define links or footnotes; for footnotes only that there is one. */
const definitionsOf = (block: Block): [label: string, line: string][] =>
  block.kind === 'text' && block.source.includes(']:')
    ? [...block.source.matchAll(/^ {0,3}\[([^[\]\n]{1,200})\]:[ \t]*(\S.*)?$/gm)].map(([line, label]) => [
        normal(label!),
        label!.startsWith('^') ? `[${label}]: ${label!.slice(1)}` : line.trim(),
      ])
    : []

/** The footnotes that a block writes: from the label to the next one, less the indentation of four that continues them. */
function footnotesOf(block: Block): [label: string, source: string][] {
  if (block.kind !== 'text' || !block.source.includes('[^')) return []
  const out: [string, string][] = []
  for (const line of block.source.split('\n')) {
    const [, label, text] = /^ {0,3}\[(\^[^[\]\s]{1,200})\]:[ \t]*(.*)/.exec(line) ?? []
    if (label) out.push([normal(label), text ?? ''])
    else if (out.length > 0) out.at(-1)![1] += `\n${line.replace(/^(?: {1,4}|\t)/, '')}`
  }
  return out
}

const normal = (label: string) => label.trim().replace(/\s+/g, ' ').toLowerCase().toUpperCase()
