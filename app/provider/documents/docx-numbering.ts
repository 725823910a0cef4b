import { formatNumber } from './number-format.ts'
import { type XmlNode, findAll } from './xml.ts'

/** A level of a list: what its numbers look like, and where they begin (ECMA-376, part 1, 17.9.6). */
interface Level {
  format: string
  /** `%1.%2` for the number of the level above and its own. */
  text: string
  start: number
  /** The levels above that let it start again, counted from 1; none for 0. */
  restart: number
  /** Whether the levels above are written in plain digits, too. */
  isLegal: boolean
  style: string | undefined
}

/** Lists that count together. */
interface Definition {
  levels: Map<number, Level>
  counts: (number | undefined)[]
}

/** A list of the document: one of its definition, some of whose levels may differ or start again. */
interface List {
  definition: Definition
  levels: Map<number, Level>
  starts: Map<number, number>
}

/** The list and the level that a paragraph, or its style, names; either may be left to the style. */
interface Place {
  list?: string
  level?: number
}

/**
 * Counts the paragraphs of a document's lists and numbered headings: the numbers that Word writes before them are not in their text.
 */
export class Numbering {
  private readonly lists: Map<string, List>
  private readonly styles: Map<string, XmlNode>
  private readonly begun = new Set<string>()

  constructor(numbering: XmlNode | undefined, styles: XmlNode | undefined) {
    this.lists = numbering ? listsOf(numbering) : new Map()
    this.styles = new Map((styles ? findAll(styles, 'w:style') : []).map((style) => [idOf(style, 'w:styleId'), style]))
  }

  /** The number of a paragraph, such as `2.1` or `第3条`; empty for one without, and for a bullet. To be asked in their order, once for each. */
  next(paragraph: XmlNode): string {
    const { list: id, level: index } = this.placeOf(paragraph)
    const list = this.lists.get(id ?? '')
    const level = list?.levels.get(index)
    if (!list || !level) return ''
    const { counts } = list.definition
    const isFirst = !this.begun.has(`${id} ${index}`)
    this.begun.add(`${id} ${index}`)
    const before = isFirst && list.starts.has(index) ? undefined : counts[index]
    counts[index] = before === undefined ? level.start : before + 1
    for (let above = 0; above < index; above++) counts[above] ??= list.levels.get(above)?.start
    for (const [below, { restart }] of list.levels) if (below > index && restart > index) counts[below] = undefined
    return labelOf(level, list)
  }

  private placeOf(paragraph: XmlNode): { list: string | undefined; level: number } {
    const properties = child(paragraph, 'w:pPr')
    const own = numberedAt(properties)
    const style = valueOf(properties, 'w:pStyle')
    const inherited = style === undefined ? {} : this.placeOfStyle(style)
    const list = own.list ?? inherited.list
    const linked = [...(this.lists.get(list ?? '')?.levels ?? [])].find(([, level]) => style && level.style === style)
    return { list, level: own.level ?? (own.list === undefined ? linked?.[0] : undefined) ?? inherited.level ?? 0 }
  }

  private placeOfStyle(id: string): Place {
    const seen = new Set<string>()
    for (let at: string | undefined = id; at !== undefined && !seen.has(at);) {
      seen.add(at)
      const style = this.styles.get(at)
      const place = numberedAt(child(style, 'w:pPr'))
      if (place.list !== undefined) return place
      at = valueOf(style, 'w:basedOn')
    }
    return {}
  }
}

function listsOf(numbering: XmlNode): Map<string, List> {
  const abstract = findAll(numbering, 'w:abstractNum')
  const definitions = new Map<string, Definition>(
    abstract.map((one) => [idOf(one, 'w:abstractNumId'), { levels: levelsOf(one), counts: [] }]),
  )
  // One may only name a style whose list another defines.
  const definers = new Map(abstract.map((one) => [valueOf(one, 'w:styleLink'), idOf(one, 'w:abstractNumId')]))
  const links = new Map(abstract.map((one) => [idOf(one, 'w:abstractNumId'), valueOf(one, 'w:numStyleLink')]))
  return new Map(
    findAll(numbering, 'w:num').flatMap((num) => {
      const id = valueOf(num, 'w:abstractNumId') ?? ''
      const link = links.get(id)
      const definition = definitions.get((link && definers.get(link)) ?? id)
      return definition ? [[idOf(num, 'w:numId'), listOf(num, definition)] as const] : []
    }),
  )
}

function listOf(num: XmlNode, definition: Definition): List {
  const overrides = findAll(num, 'w:lvlOverride')
  const starts = new Map(
    overrides.flatMap((one) => {
      const start = valueOf(one, 'w:startOverride')
      return start === undefined ? [] : [[Number(idOf(one, 'w:ilvl')), Number(start)] as const]
    }),
  )
  const levels = new Map([...definition.levels, ...overrides.flatMap((one) => [...levelsOf(one)])])
  for (const [index, start] of starts) {
    const level = levels.get(index)
    if (level) levels.set(index, { ...level, start })
  }
  return { definition, levels, starts }
}

const levelsOf = (node: XmlNode) =>
  new Map(
    findAll(node, 'w:lvl').map((level): [number, Level] => {
      const index = Number(idOf(level, 'w:ilvl'))
      const isLegal = child(level, 'w:isLgl')
      return [
        index,
        {
          format: valueOf(level, 'w:numFmt') ?? 'decimal',
          text: valueOf(level, 'w:lvlText') ?? '',
          start: Number(valueOf(level, 'w:start') ?? 0),
          restart: Number(valueOf(level, 'w:lvlRestart') ?? index),
          isLegal: isLegal !== undefined && !['0', 'false'].includes(isLegal.attributes['w:val'] ?? ''),
          style: valueOf(level, 'w:pStyle'),
        },
      ]
    }),
  )

function labelOf({ format, text, isLegal }: Level, { levels, definition }: List): string {
  if (format === 'bullet') return ''
  return text.replace(/%([1-9])/g, (_, digit: string) => {
    const index = Number(digit) - 1
    const shown = isLegal ? 'decimal' : (levels.get(index)?.format ?? 'decimal')
    return formatNumber(definition.counts[index] ?? 0, shown)
  })
}

function numberedAt(properties: XmlNode | undefined): Place {
  const numbered = child(properties, 'w:numPr')
  const [list, level] = [valueOf(numbered, 'w:numId'), valueOf(numbered, 'w:ilvl')]
  return { ...(list === undefined ? {} : { list }), ...(level === undefined ? {} : { level: Number(level) }) }
}

/** Not deeper: what a tracked change replaced stands below. */
const child = (node: XmlNode | undefined, name: string) => node?.children.find((one) => one.name === name)

const valueOf = (node: XmlNode | undefined, name: string) => child(node, name)?.attributes['w:val']

const idOf = (node: XmlNode, name: string) => node.attributes[name] ?? ''
