import type { Segment, Span } from '../segment.ts'
import type { Vocabulary } from './vocabulary.ts'
import {
  type XmlElement,
  attributesOf,
  childrenOf,
  elementsNamed,
  nameOf,
  setAttribute,
  setChildren,
  setText,
  textIn,
} from './xml-tree.ts'

/** Texts that follow each other with the same look. */
interface Group {
  texts: XmlElement[]
  runs: XmlElement[]
  look: string
}

/**
 * The paragraphs of a part, those in text boxes and table cells among them. A paragraph is cut where a line or a tab
 * ends. `changed` is called whenever a text of the part was changed.
 */
export const segmentsOf = (node: XmlElement, words: Vocabulary, changed: () => void): Segment[] =>
  childrenOf(node).flatMap((child) => {
    const name = nameOf(child)
    if (words.skipped.has(name)) return []
    return words.paragraphs.has(name) ? paragraphSegments(child, words, changed) : segmentsOf(child, words, changed)
  })

function paragraphSegments(paragraph: XmlElement, words: Vocabulary, changed: () => void): Segment[] {
  const segments: Group[][] = [[]]
  const readings = new Map<XmlElement, Set<XmlElement>>()
  const boxed: Segment[] = []
  /** Whether nothing that is seen lies after the last text. */
  let joins = false

  const add = (text: XmlElement, run: XmlElement | undefined) => {
    const look = run ? lookOf(run, words) : ''
    const last = segments.at(-1)!.at(-1)
    if (last && joins && (last.look === look || textIn(text).trim() === '')) {
      last.texts.push(text)
      if (run) last.runs.push(run)
    } else {
      segments.at(-1)!.push({ texts: [text], runs: run ? [run] : [], look })
    }
    joins = true
  }

  const walk = (parent: XmlElement, run: XmlElement | undefined) => {
    for (const node of childrenOf(parent)) {
      const name = nameOf(node)
      if (name === words.text) add(node, run)
      else if (name === words.run) walk(node, node)
      else if (words.paragraphs.has(name)) boxed.push(...paragraphSegments(node, words, changed))
      else if (words.readings.has(name)) readings.set(parent, (readings.get(parent) ?? new Set()).add(node))
      else if (words.breaks.has(name)) segments.push([])
      else if (!words.skipped.has(name) && !words.silent.has(name) && !isBlank(node)) {
        joins = false
        walk(node, run)
        joins = false
      }
    }
  }
  walk(paragraph, undefined)

  const written = () => {
    for (const [parent, own] of readings) dropReadings(parent, own)
    readings.clear()
    changed()
  }
  const own = segments.map((groups): Segment => {
    const { mark } = words
    const marked = () => {
      for (const run of groups.flatMap(({ runs }) => runs)) mark?.(run)
      changed()
    }
    return { pieces: groups.map((group) => spanOf(group, written)), ...(mark && { mark: marked }) }
  })
  return [...own.filter(({ pieces }) => pieces.some((piece) => 'text' in piece && piece.text.trim() !== '')), ...boxed]
}

/** The first text element takes the translation; the others stay, empty. */
const spanOf = ({ texts }: Group, written: () => void): Span => ({
  text: texts.map(textIn).join(''),
  write: (text) => {
    for (const [index, element] of texts.entries()) setText(element, index === 0 ? text : '')
    // DrawingML keeps blanks by itself, and allows no such attribute.
    if (text !== text.trim() && nameOf(texts[0]!) !== 'a:t') setAttribute(texts[0]!, 'xml:space', 'preserve')
    written()
  },
})

function lookOf(run: XmlElement, words: Vocabulary): string {
  const look = childrenOf(run).find((child) => nameOf(child) === words.look)
  return look ? seenOf(look, words.unseen) : ''
}

/** What is seen of an element of a look, as a text to compare. */
function seenOf(node: XmlElement, unseen: Set<string>): string {
  const attributes = Object.entries(attributesOf(node)).filter(([name]) => !unseen.has(name))
  const children = childrenOf(node).filter((child) => !unseen.has(nameOf(child)) && !isBlank(child))
  const inner = children.map((child) => seenOf(child, unseen)).filter((child) => child !== '')
  const empty = attributes.length + inner.length === 0
  // Properties that only hint at something have nothing left.
  if (empty && Object.keys(attributesOf(node)).length > 0) return ''
  return JSON.stringify([nameOf(node), attributes, inner])
}

/** Blanks that lay the file out. */
const isBlank = (node: XmlElement) => '#text' in node

/** A ruby keeps its reading's place, empty; a phonetic run of a workbook tells places in a text that is gone. */
function dropReadings(parent: XmlElement, readings: Set<XmlElement>): void {
  for (const reading of readings) for (const text of elementsNamed(reading, 'w:t')) setText(text, '')
  setChildren(
    parent,
    childrenOf(parent).filter((child) => nameOf(child) !== 'rPh' || !readings.has(child)),
  )
}
