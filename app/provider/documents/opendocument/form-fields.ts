import { checkBoxSign } from '../check-box.ts'
import { type XmlNode, findAll } from '../xml.ts'

/** A field of a form of Word in an OpenDocument text: a box that is ticked or not, or the entry chosen of a list. */
export function fieldText({ attributes, children }: XmlNode): string {
  const values = (name: string) =>
    children.filter((one) => one.attributes['field:name'] === name).map((one) => one.attributes['field:value'] ?? '')
  if (attributes['field:type']?.endsWith('.FORMCHECKBOX')) return checkBoxSign(values('Checkbox_Checked')[0] === 'true')
  return values('Dropdown_ListEntry')[Number(values('Dropdown_Selected')[0] ?? 0)] ?? ''
}

/** What the controls of a document's forms show, by the names that the text calls them by (OpenDocument 1.3, part 3, 13). */
export function controlsOf(tree: XmlNode): Map<string, string> {
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
