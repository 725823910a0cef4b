import { checkBoxSign } from '../check-box.ts'
import type { Block } from '../paginate.ts'
import { toLine } from '../table.ts'
import { type XmlNode, findAll, parseXml } from '../xml.ts'
import type { OpenDocumentParts } from './parts.ts'

/** Reads the paragraphs and rows of an OpenDocument tree, with the notes that stand beside them. */
export class BlockReader {
  private readonly breaksBefore: Set<string>
  private readonly breaksAfter: Set<string>
  private readonly controls: Map<string, string>
  private notes: string[] = []
  private readonly shown = new Set<string>()

  constructor(
    tree: XmlNode,
    private readonly objects: OpenDocumentParts['objects'],
  ) {
    this.breaksBefore = stylesWith(tree, 'fo:break-before')
    this.breaksAfter = stylesWith(tree, 'fo:break-after')
    this.controls = controlsOf(tree)
  }

  /** The paragraphs and rows below a node. */
  blocksOf(node: XmlNode): Block[] {
    switch (node.name) {
      case 'text:h':
      case 'text:p':
        return this.paragraph(node)
      case 'table:table':
        return this.rows(node)
      case 'text:soft-page-break':
        return [{ text: '\f', topHeading: false }]
      case 'draw:object':
        return this.object(node.attributes['xlink:href'] ?? '')
      case 'office:forms':
      case 'text:tracked-changes':
      case 'presentation:notes':
      case 'office:annotation':
      case 'text:index-title-template':
        return []
      default:
        return node.children.flatMap((child) => this.blocksOf(child))
    }
  }

  /** A paragraph, and the text boxes that are anchored in it. */
  private paragraph(node: XmlNode): Block[] {
    const style = node.attributes['text:style-name'] ?? ''
    const text = this.inline(node)
    const broken = `${this.breaksBefore.has(style) ? '\f' : ''}${text}${this.breaksAfter.has(style) ? '\f' : ''}`
    const topHeading = node.name === 'text:h' && (node.attributes['text:outline-level'] ?? '1') === '1'
    const notes = this.takeNotes()
    const boxes = framesIn(node).flatMap((frame) => frame.children.flatMap((child) => this.blocksOf(child)))
    return [{ text: broken, topHeading, notes }, ...boxes]
  }

  private rows(table: XmlNode): Block[] {
    return findAll(table, 'table:table-row').map((row) => {
      const cells = row.children.filter(({ name }) => name === 'table:table-cell')
      const texts = cells.map((cell) =>
        this.blocksOf(cell)
          .map(({ text, notes = [] }) => {
            this.notes.push(...notes)
            return text.replaceAll('\f', '')
          })
          .join(' '),
      )
      return { text: toLine(texts), topHeading: false, notes: this.takeNotes() }
    })
  }

  /** A chart or a table that is embedded; each once, however often it is shown. */
  private object(address: string): Block[] {
    const name = address.replace(/^\.\//, '')
    const part = this.objects.get(name)
    if (!part || this.shown.has(name)) return []
    this.shown.add(name)
    return this.blocksOf(parseXml(part))
  }

  private inline(node: XmlNode): string {
    switch (node.name) {
      case '#text':
        return node.text.replace(/\s+/g, ' ')
      case 'text:s':
      case 'text:tab':
      case 'text:line-break':
        return ' '
      case 'text:soft-page-break':
        return '\f'
      case 'text:note':
      case 'office:annotation':
        this.notes.push(noteText(node).trim())
        return ''
      case 'field:fieldmark':
        return fieldText(node)
      case 'draw:control':
        return this.controls.get(node.attributes['draw:control'] ?? '') ?? ''
      case 'text:ruby-text':
      case 'office:annotation-end':
        return ''
      default:
        return isShape(node) ? '' : node.children.map((child) => this.inline(child)).join('')
    }
  }

  private takeNotes(): string[] {
    const { notes } = this
    this.notes = []
    return notes
  }
}

/** A footnote or comment without its author, date and mark. */
export function noteText(node: XmlNode): string {
  const aside = /^(?:dc:creator|dc:date|text:note-citation|meta:.*)$/
  if (node.name === '#text') return node.text
  if (aside.test(node.name)) return ''
  const text = node.children.map(noteText).join('')
  return node.name === 'text:p' ? `${text} ` : text
}

const framesIn = (node: XmlNode): XmlNode[] =>
  node.children.flatMap((child) => (isShape(child) ? [child] : framesIn(child)))

/** Frames, groups and drawings; a link around one is none. */
const isShape = ({ name }: XmlNode) => name.startsWith('draw:') && name !== 'draw:a' && name !== 'draw:control'

/** The styles of paragraphs that begin, or end, a page. */
function stylesWith(tree: XmlNode, property: string): Set<string> {
  const styles = findAll(tree, 'style:style').filter((style) =>
    style.children.some(({ attributes }) => attributes[property] === 'page'),
  )
  return new Set(styles.map(({ attributes }) => attributes['style:name'] ?? ''))
}

/** A field of a form of Word in an OpenDocument text: a box that is ticked or not, or the entry chosen of a list. */
function fieldText({ attributes, children }: XmlNode): string {
  const values = (name: string) =>
    children.filter((one) => one.attributes['field:name'] === name).map((one) => one.attributes['field:value'] ?? '')
  if (attributes['field:type']?.endsWith('.FORMCHECKBOX')) return checkBoxSign(values('Checkbox_Checked')[0] === 'true')
  return values('Dropdown_ListEntry')[Number(values('Dropdown_Selected')[0] ?? 0)] ?? ''
}

/** What the controls of a document's forms show, by the names that the text calls them by (OpenDocument 1.3, part 3, 13). */
function controlsOf(tree: XmlNode): Map<string, string> {
  const controls = findAll(tree, 'office:forms').flatMap(controlsIn)
  return new Map(controls.map((control) => [control.attributes['form:id'] ?? '', controlText(control)]))
}

const controlsIn = (node: XmlNode): XmlNode[] =>
  node.children.flatMap((child) => (child.attributes['form:id'] === undefined ? controlsIn(child) : [child]))

function controlText({ name, attributes, children }: XmlNode): string {
  const label = attributes['form:label'] ?? ''
  if (name === 'form:checkbox')
    return `${checkBoxSign((attributes['form:current-state'] ?? attributes['form:state']) === 'checked')} ${label}`
  if (name === 'form:radio')
    return `${checkBoxSign((attributes['form:current-selected'] ?? attributes['form:selected']) === 'true')} ${label}`
  const chosen = children.filter((option) => option.attributes['form:current-selected'] === 'true')
  if (chosen.length > 0) return chosen.map((option) => option.attributes['form:label'] ?? '').join(', ')
  return attributes['form:current-value'] ?? attributes['form:value'] ?? label
}
