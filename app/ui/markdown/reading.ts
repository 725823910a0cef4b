import { BlockReader, textOf } from './blocks.ts'
import { costOf } from './cost.ts'
import { Definitions, type Footnote, type PlacedBlock } from './definitions.ts'

/** Blocks that the browser draws or skips as a whole. */
export interface Section {
  blocks: readonly PlacedBlock[]
  /** What it takes to draw them. */
  cost: number
}

/** How many blocks a section has at most, and what they cost: no more than a screen or two. */
const most = { blocks: 12, cost: 6000 }

/** What has been read of one answer. */
export class Reading {
  #reader = new BlockReader()
  #definitions = new Definitions()
  /** The sections of finished blocks; a section that did not change is the same object. */
  #sections: Section[] = []
  /** The section of each finished block. */
  #placeOf: number[] = []

  /** The sections of blocks that are finished, the last of which may get more. */
  get finished(): readonly Section[] {
    return this.#sections
  }

  continues = (text: string) => this.#reader.continues(text)

  /** The sections, and the footnotes. */
  read(text: string, complete: boolean): { sections: readonly Section[]; footnotes: Footnote[] } {
    const rest = this.#reader.read(text, complete)
    const { finished } = this.#reader
    const { blocks } = this.#definitions
    while (blocks.length < finished.length) {
      const changed = this.#definitions.add(finished[blocks.length]!)
      this.#placeOf.push(append(this.#sections, blocks.at(-1)!) - 1)
      for (const index of changed) this.#replace(blocks[index]!)
    }
    const sections = [...this.#sections]
    for (const block of rest) append(sections, this.#definitions.place(block))
    return { sections, footnotes: this.#definitions.footnotes(rest) }
  }

  #replace(block: PlacedBlock) {
    const place = this.#placeOf[block.index]!
    const { blocks, cost } = this.#sections[place]!
    this.#sections[place] = {
      blocks: blocks.map((other) => (other.index === block.index ? block : other)),
      cost: cost + block.definitions.length,
    }
  }
}

/** Puts a block into the last section where there is room, and into a new one where there is none; gives how many there are. */
function append(sections: Section[], block: PlacedBlock): number {
  const last = sections.at(-1)
  const own = costOf(textOf(block)) + block.definitions.length
  if (last && last.blocks.length < most.blocks && last.cost + own <= most.cost)
    sections[sections.length - 1] = { blocks: [...last.blocks, block], cost: last.cost + own }
  else sections.push({ blocks: [block], cost: own })
  return sections.length
}
