import { describe, expect, test } from 'vitest'
import { BlockReader, textOf } from '~/ui/markdown/blocks.ts'
import { atOnce, costOf, reachOf } from '~/ui/markdown/cost.ts'
import { isHostile } from '~/ui/markdown/limits.ts'
import { Reading } from '~/ui/markdown/reading.ts'
import { firstDrawn } from '~/web/chat/messages/first-drawn.ts'
import type { Message } from '~/web/chat/messages/messages.ts'
import { wordsOf } from '~/ui/markdown/words.ts'
import { shapes } from '../../bench/texts/shapes.ts'

const sum = (numbers: number[]) => numbers.reduce((total, number) => total + number, 0)

/** The parts of a text that are drawn one after another. */
function partsOf(text: string, cost: number): string[] {
  const parts: string[] = []
  for (let from = 0; from < text.length;) {
    const end = reachOf(text, from, cost)
    parts.push(text.slice(from, end))
    from = end
  }
  return parts
}

describe('what comes in one go is drawn in parts', () => {
  test.each(Object.entries(shapes))('%s: none costs more than a page can take at once, and none is lost', (_, text) => {
    const parts = partsOf(text, atOnce)
    expect(parts.join('')).toBe(text)
    expect(Math.max(...parts.map(costOf))).toBeLessThanOrEqual(atOnce + 200)
  })

  test('a part ends with a line', () => {
    for (const part of partsOf('some words\n'.repeat(5000), atOnce)) expect(part).toMatch(/\n$/)
  })

  test('an ordinary answer comes whole', () => {
    const paragraph = `${'Words of an ordinary paragraph. '.repeat(10)}It has $x^2$.\n\n`
    expect(partsOf(paragraph.repeat(10), atOnce)).toHaveLength(1)
  })

  test('a formula costs as much as hundreds of letters, and long ones more than short ones', () => {
    expect(costOf('$x$')).toBeGreaterThan(costOf('x'.repeat(200)))
    expect(costOf(`$${'x'.repeat(1000)}$`)).toBeGreaterThan(4000)
  })
})

describe('sections', () => {
  const sectionsOf = (text: string) => new Reading().read(text, true).sections

  test.each(Object.entries(shapes))('%s: none has so much that it could not be laid out at once', (_, text) => {
    const costs = sectionsOf(text).map(({ blocks }) => blocks.map((block) => costOf(textOf(block))))
    for (const section of costs) expect(section.length === 1 || sum(section) <= 6000).toBe(true)
  })

  test('are the same whether the text comes at once or in pieces', () => {
    const text = `[a]: b\n\n${'- [a]\n'.repeat(300)}\n${'One [c].\n\n'.repeat(200)}[c]: d\n\n$x$ and more\n\n`
    const pieces = new Reading()
    for (let end = 100; end < text.length; end += 100) pieces.read(text.slice(0, end), false)
    expect(pieces.read(text, true).sections).toEqual(sectionsOf(text))
  })

  test('that did not change are the same while the text grows', () => {
    const reading = new Reading()
    const text = 'Words.\n\n'.repeat(100)
    const [first] = reading.read(text, false).sections
    expect(reading.read(`${text}more`, false).sections[0]).toBe(first)
  })
})

describe('definitions', () => {
  const placed = (text: string) => new Reading().read(text, true).sections.flatMap(({ blocks }) => blocks)

  test('what is placed before blocks is bounded, as each of them is read with it', () => {
    const long = `[same]: https://a.example/${'a'.repeat(4000)}`
    const blocks = placed(`${long}\n\n${'[same] b\n\n'.repeat(2000)}`)
    expect(blocks[1]!.definitions).toBe(long)
    expect(sum(blocks.map(({ definitions }) => definitions.length))).toBeLessThanOrEqual(200_000)
  })

  test.each([
    ['of a line', '[same] b\n\n', 'c'],
    ['of a line, with a long definition', '[same] b\n\n', 'c'.repeat(4000)],
    ['of many words', `[same] ${'word '.repeat(500)}\n\n`, 'c'],
  ])('one that comes late changes what can be drawn again in one go: blocks %s', (_, block, address) => {
    const blocks = placed(`${block.repeat(2000)}[same]: ${address}`)
    const changed = blocks.filter(({ definitions }) => definitions !== '')
    expect(changed.length).toBeGreaterThan(5)
    expect(sum(changed.map((block) => costOf(textOf(block)) + block.definitions.length))).toBeLessThanOrEqual(60_000)
  })
})

describe('one block', () => {
  const blocksOf = (text: string) => {
    const reader = new BlockReader()
    reader.read(text, true)
    return reader.finished
  }

  test('a list of many formulas is several, none of them plain text', () => {
    const items = Array.from({ length: 100 }, (_, index) => `- ${`$x_{${index}}$ `.repeat(20)}\n`).join('')
    const blocks = blocksOf(items)
    expect(blocks.length).toBeGreaterThan(10)
    expect(blocks.some((block) => isHostile(textOf(block)))).toBe(false)
  })

  test('of thousands of marks or hundreds of formulas is plain text', () => {
    expect(isHostile(`- a\n${`  - ${'$x$ '.repeat(50)}\n`.repeat(10)}`)).toBe(true)
    expect(isHostile(`- a\n${`  - ${'*a* '.repeat(100)}\n`.repeat(25)}`)).toBe(true)
    expect(isHostile(`${'|a'.repeat(20)}|\n${'|-'.repeat(20)}|\n${`${'|b'.repeat(20)}|\n`.repeat(400)}`)).toBe(false)
  })
})

describe('one block that the parser reads', () => {
  test.each(Object.entries(shapes))('%s: has no thousands of lines and addresses', (_, text) => {
    const reader = new BlockReader()
    reader.read(text, true)
    for (const block of reader.finished) {
      const source = textOf(block)
      if (block.kind !== 'text' || isHostile(source) || wordsOf(source)) continue
      expect(source.split('\n').length).toBeLessThanOrEqual(2001)
      expect(source.match(/www\.|:\/\/|@/g)?.length ?? 0).toBeLessThanOrEqual(1000)
    }
  })
})

describe('what is drawn of a conversation at first', () => {
  const answer = (text: string) => ({ type: 'answer', text }) as Message

  test('costs as much, whether it is words or one-letter items', () => {
    const words = answer('Some words of an ordinary paragraph that is not short at all.\n\n'.repeat(1000))
    const items = answer('- a\n'.repeat(16_000))
    expect(firstDrawn([words], -1).get(0)).toBe(atOnce)
    expect(firstDrawn([items], -1).get(0)).toBe(atOnce)
    expect([...firstDrawn([items, answer('short')], -1).keys()]).toEqual([1, 0])
  })
})
