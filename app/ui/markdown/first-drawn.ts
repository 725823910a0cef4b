import { lineHeight, linesOf } from '../text-height.ts'
import type { Block } from './blocks.ts'

/** The index of the first section to draw: those at the end, until they have as many `characters`. */
export function firstDrawn(sections: readonly (readonly Block[])[], characters: number): number {
  if (characters === Infinity) return 0
  let index = sections.length
  for (let left = characters; index > 0 && left > 0;) left -= sum(sections[--index]!, (block) => sourceOf(block).length)
  return index
}

/** Guesses how high a section will be, in pixels. */
export const sectionHeight = (blocks: readonly Block[]) =>
  sum(blocks, (block) => lineHeight * (1 + Math.max(linesOf(sourceOf(block)), sourceOf(block).split('\n').length)))

const sourceOf = (block: Block) =>
  block.kind === 'text' ? block.source : block.kind === 'table' ? block.head + block.rows : block.code

const sum = (blocks: readonly Block[], of: (block: Block) => number) =>
  blocks.reduce((total, block) => total + of(block), 0)
