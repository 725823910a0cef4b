import type { TextItem } from './pdf-rows.ts'

/** What PDF.js tells of an annotation; which of it there is depends on the kind. */
export interface Annotation {
  subtype: string
  /** Left, bottom, right and top, in points. */
  rect: number[]
  hidden?: boolean
  fieldType?: string
  fieldValue?: unknown
  password?: boolean
  checkBox?: boolean
  radioButton?: boolean
  exportValue?: string
  buttonValue?: string
  options?: { exportValue: string; displayValue: string }[]
  contentsObj?: { str: string }
}

/** Ems between a label and its field; what is further away is another column. */
const maxGap = 4

/** How a box is written that is ticked, and one that is not. */
const [ticked, unticked] = ['☑', '☐']

/**
 * Puts what was filled into a form, and what was typed onto the page, among the page's own text: after what stands left of it in
 * the same row, or else where a reader comes by it.
 */
export function withFields(items: TextItem[], annotations: Annotation[]): TextItem[] {
  const placed = [...items]
  // Boxes alone are no text: of a scanned form, the rest is still to be recognised.
  const hasText = items.some(({ str }) => str.trim() !== '')
  for (const annotation of annotations) {
    if (isBox(annotation) && !hasText) continue
    const lines = textOf(annotation)
      .split(/\r\n?|\n/)
      .filter((line) => line.trim() !== '')
    if (lines.length > 0) placed.splice(placeOf(annotation.rect, placed), 0, ...itemsOf(lines, annotation.rect, placed))
  }
  return placed
}

function textOf(annotation: Annotation): string {
  if (annotation.hidden || annotation.password) return ''
  if (annotation.subtype === 'FreeText') return annotation.contentsObj?.str ?? ''
  if (annotation.subtype !== 'Widget') return ''
  const { fieldType, fieldValue } = annotation
  if (fieldType === 'Btn') return isBox(annotation) ? boxOf(annotation) : ''
  if (fieldType === 'Tx') return typeof fieldValue === 'string' ? fieldValue : ''
  if (fieldType !== 'Ch') return ''
  const shown = (value: unknown) =>
    annotation.options?.find(({ exportValue }) => exportValue === value)?.displayValue ?? String(value)
  return [fieldValue ?? []].flat().map(shown).join(', ')
}

const isBox = ({ checkBox, radioButton }: Annotation) => Boolean(checkBox || radioButton)

function boxOf({ checkBox, fieldValue, exportValue, buttonValue }: Annotation): string {
  const isTicked = typeof fieldValue === 'string' && fieldValue !== 'Off'
  return isTicked && fieldValue === (checkBox ? exportValue : buttonValue) ? ticked : unticked
}

const leftOf = ({ transform }: TextItem) => transform[4]!
const baselineOf = ({ transform }: TextItem) => transform[5]!
const sizeOf = ({ transform, height }: TextItem) => Math.hypot(transform[2]!, transform[3]!) || height

/** The item that stands in the row of a field and ends nearest to it on its left. */
function labelOf([left, bottom, , top]: number[], items: TextItem[]): TextItem | undefined {
  const inRow = items.filter(
    (item) =>
      item.str.trim() !== '' &&
      baselineOf(item) > bottom! - sizeOf(item) * 0.3 &&
      baselineOf(item) < top! &&
      leftOf(item) < left!,
  )
  return inRow.toSorted((one, other) => leftOf(other) + other.width - leftOf(one) - one.width)[0]
}

function placeOf(rect: number[], items: TextItem[]): number {
  const label = labelOf(rect, items)
  if (label) return items.indexOf(label) + 1
  const beside = items.findIndex((item) => baselineOf(item) < rect[3]! && item.str.trim() !== '')
  return beside === -1 ? items.length : beside
}

/** The lines of a field as runs of glyphs; the first stands in the row of its label. */
function itemsOf(lines: string[], rect: number[], items: TextItem[]): TextItem[] {
  const [left, bottom, right, top] = rect as [number, number, number, number]
  const label = labelOf(rect, items)
  const size = label ? sizeOf(label) : Math.min(12, (top - bottom) / lines.length)
  const gap = label ? left - leftOf(label) - label.width : 0
  // A value belongs to the words before it, however far from them its box begins; it is no cell of its own.
  const start = label && gap < size * maxGap ? leftOf(label) + label.width + size * 0.3 : left
  const first = label ? baselineOf(label) : lines.length === 1 ? bottom + (top - bottom - size) / 2 : top - size
  return lines.map((str, index) => ({
    str,
    transform: [size, 0, 0, size, start, first - index * size * 1.2],
    width: Math.min(right - left, str.length * size * 0.5),
    height: size,
  }))
}
